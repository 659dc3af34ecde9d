// Each thread adds up a run of its own; thread 0 adds up the block's sums.
static __global__ void own_run(const float *in, int64_t n, float *partial) {
  int64_t first = (int64_t)blockIdx.x * BLOCK * BLOCK + (int64_t)threadIdx.x * BLOCK;
  __shared__ float s[BLOCK];
  float sum = 0;
  for (int64_t i = first; i < first + BLOCK && i < n; i++) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x) return;
  for (int t = 1; t < BLOCK; t++) sum += s[t];
  partial[blockIdx.x] = sum;
}

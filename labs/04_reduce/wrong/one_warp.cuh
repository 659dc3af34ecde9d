// Warp 0 loads and adds up the block's 512 elements, with shuffles; the other warps have nothing to do.
static __global__ void one_warp(const float *in, int64_t n, float *partial) {
  if (threadIdx.x >= 32) return; // fault
  int64_t first = (int64_t)blockIdx.x * (2 * BLOCK) + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 2 * BLOCK; j += 32)
    if (first + j < n) sum += in[first + j];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

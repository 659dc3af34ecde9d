// Stage 4's kernel in blocks of 1024 threads.
static __global__ void tree_of_1024_kernel(const float *in, int64_t n, float *partial) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * 2048 + t;
  s[t] = (i < n ? in[i] : 0) + (i + 1024 < n ? in[i + 1024] : 0);
  __syncthreads();
  for (int stride = 512; stride > 0; stride /= 2) { // fault
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

static int tree_of_1024(const float *in, int64_t n, float *scratch, float *out) {
  for (;;) {
    int64_t blocks = n > 2048 ? (n + 2047) / 2048 : 1;
    tree_of_1024_kernel<<<(unsigned)blocks, 1024>>>(in, n, blocks > 1 ? scratch : out);
    if (blocks == 1) return cudaGetLastError();
    in = scratch;
    scratch += blocks;
    n = blocks;
  }
}

// expect: pass 3_sequential
// form: blocks of 512 threads; the adding threads keep their own sum in a register.
#include "repeat.cuh"

__global__ static void sequential(const float *in, int64_t n, float *partial) {
  __shared__ float s[512];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * 512 + t;
  float own = i < n ? in[i] : 0;
  for (int half = 256; half >= 1; half /= 2) {
    if (t >= half && t < 2 * half) s[t] = own;
    __syncthreads();
    if (t < half) own += s[t + half];
  }
  if (t == 0) partial[blockIdx.x] = own;
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  while (n > 512) {
    unsigned blocks = (unsigned)((n + 511) / 512);
    sequential<<<blocks, 512>>>(in, n, scratch);
    in = scratch;
    scratch += blocks;
    n = blocks;
  }
  sequential<<<1, 512>>>(in, n, out);
  return cudaGetLastError();
}

// expect: pass 4_first_add
// form: the lecture's, with 512 threads; the second element lies beside the first block's.
#include "repeat.cuh"

__global__ static void first_add(const float *in, long long n, float *partial) {
  __shared__ float s[512];
  int tid = threadIdx.x;
  long long i = blockIdx.x * 1024LL + tid;
  s[tid] = (i < n ? in[i] : 0) + (i + 512 < n ? in[i + 512] : 0);
  __syncthreads();
  for (int st = 256; st > 0; st >>= 1) {
    if (tid < st) s[tid] += s[tid + st];
    __syncthreads();
  }
  if (tid == 0) partial[blockIdx.x] = s[0];
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  int64_t blocks = (n + 1023) / 1024;
  while (blocks > 1) {
    first_add<<<(unsigned)blocks, 512>>>(in, n, scratch);
    in = scratch;
    scratch += blocks;
    n = blocks;
    blocks = (n + 1023) / 1024;
  }
  first_add<<<1, 512>>>(in, n, out);
  return cudaGetLastError();
}

// expect: pass 4_first_add
// form: blocks of 128 threads: a block covers 256 elements, a thread two of them.
#include "repeat.cuh"

__global__ static void first_add(const float *in, int64_t n, float *partial) {
  __shared__ float s[128];
  unsigned tid = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  float mine = (i < n) ? in[i] : 0;
  if (i + blockDim.x < n) mine += in[i + blockDim.x];
  s[tid] = mine;
  __syncthreads();
  for (unsigned st = blockDim.x / 2; st > 0; st >>= 1) {
    if (tid < st) s[tid] = mine = mine + s[tid + st];
    __syncthreads();
  }
  if (tid == 0) partial[blockIdx.x] = mine;
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  for (;; in = scratch, scratch += n) {
    int64_t blocks = n > 256 ? (n + 255) / 256 : 1;
    first_add<<<(unsigned)blocks, 128>>>(in, n, blocks == 1 ? out : scratch);
    n = blocks;
    if (n == 1) return cudaGetLastError();
  }
}

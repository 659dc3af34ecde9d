// expect: pass 2_strided_index
// form: the lecture's strided index with blocks of 512 threads.
#include "repeat.cuh"

template <unsigned THREADS> __global__ void strided(const float *in, int64_t n, float *partial) {
  __shared__ float s[THREADS];
  const unsigned tid = threadIdx.x;
  const int64_t i = (int64_t)blockIdx.x * THREADS + tid;
  s[tid] = 0;
  if (i < n) s[tid] = in[i];
  __syncthreads();
  for (unsigned st = 1; st < THREADS; st <<= 1) {
    unsigned index = 2 * st * tid;
    if (index < THREADS) s[index] += s[index + st];
    __syncthreads();
  }
  if (!tid) partial[blockIdx.x] = s[0];
}

int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  enum { THREADS = 512 };
  for (;;) {
    int64_t blocks = n > 0 ? (n + THREADS - 1) / THREADS : 1;
    strided<THREADS><<<(unsigned)blocks, THREADS>>>(in, n, blocks == 1 ? out : scratch);
    if (cudaError_t error = cudaGetLastError()) return error;
    if (blocks == 1) return 0;
    in = scratch;
    n = blocks;
    scratch += blocks;
  }
}

// expect: inefficient 7_multi_block shared_atomics on emu
// fault: each thread adds its sum to one shared word by an atomic.
#define SHARED
#include "repeat.cuh"
#include "atomic_a_thread.cuh"

// The blocks' sums, of which there may be many: a loop of one block.
template <typename T> static __global__ void add_sums(const T *in, int64_t n, T *out) {
  __shared__ T s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  T sum = 0;
  for (int64_t i = threadIdx.x; i < n; i += BLOCK) sum += in[i];
  atomicAdd(&s, sum);
  __syncthreads();
  if (threadIdx.x == 0) *out = s;
}

template <typename T> static int run(const T *in, int64_t n, T *scratch, T *out) {
  int64_t blocks = n / (16 * BLOCK) + 1;
  atomic_a_thread<<<(unsigned)blocks, BLOCK>>>(in, n, scratch);
  add_sums<<<1, BLOCK>>>(scratch, blocks, out);
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return run(in, n, scratch, out);
}

int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return run(in, n, scratch, out);
}

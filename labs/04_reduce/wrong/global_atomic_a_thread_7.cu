// expect: inefficient 7_multi_block global_atomics on emu
// fault: each thread adds its sum to the result by an atomic.
#define GLOBAL
#include "repeat.cuh"
#include "atomic_a_thread.cuh"

template <typename T> static int run(const T *in, int64_t n, T *scratch, T *out) {
  (void)scratch;
  cudaError_t error = cudaMemsetAsync(out, 0, sizeof *out);
  if (error != cudaSuccess || n == 0) return error;
  atomic_a_thread<<<(unsigned)(n / (16 * BLOCK) + 1), BLOCK>>>(in, n, out);
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return run(in, n, scratch, out);
}

int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return run(in, n, scratch, out);
}

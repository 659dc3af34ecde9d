// expect: inefficient 1_global_atomics global_atomics on emu
// fault: each thread asks for the count by an atomic before it adds to it by another.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

__global__ void asks_first(const uint8_t *in, int64_t n, unsigned *hist) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n && atomicAdd(&hist[in[i]], 0) < 0xffffffffu) atomicAdd(&hist[in[i]], 1);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  asks_first<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

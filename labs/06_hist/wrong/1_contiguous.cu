// expect: inefficient 1_global_atomics global_load_sectors on emu
// fault: a thread counts 16 neighbouring samples, one by one: each lane of a warp is in a sector of its own.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

static __global__ void contiguous(const uint8_t *in, int64_t n, unsigned *hist) {
  int64_t first = 16 * ((int64_t)blockIdx.x * BLOCK + threadIdx.x);
  for (int64_t i = first; i < first + 16 && i < n; i++) atomicAdd(&hist[in[i]], 1);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  contiguous<<<(unsigned)((n + 16 * BLOCK - 1) / (16 * BLOCK)), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

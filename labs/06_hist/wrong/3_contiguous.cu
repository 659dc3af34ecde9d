// expect: inefficient 3_coarsened global_load_sectors on emu
// fault: a thread takes n / threads neighbouring samples: each lane of a warp is in a sector of its own.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

static __global__ void contiguous(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  counts[t] = 0;
  __syncthreads();
  int64_t threads = (int64_t)gridDim.x * BLOCK, each = (n + threads - 1) / threads;
  int64_t first = ((int64_t)blockIdx.x * BLOCK + t) * each;
  for (int64_t i = first; i < first + each && i < n; i++) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK;
  contiguous<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

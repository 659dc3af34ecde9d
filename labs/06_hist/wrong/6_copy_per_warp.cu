// expect: inefficient 6_skewed atomic_serial_steps on emu
// fault: a copy for each warp: its 32 lanes still meet in one counter.
#include "hist.h"
#define hist_6_skewed reference_hist_6_skewed
#include "../solution.cu"
#undef hist_6_skewed

enum { COPIES = BLOCK / WARP };
static __global__ void copy_per_warp(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[COPIES][HIST_BINS];
  int t = threadIdx.x;
  split<uint8_t> samples(in, n);
  unsigned *mine = counts[t / WARP];

  for (int c = 0; c < COPIES; c++) counts[c][t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < samples.n_vectors; i += (int64_t)gridDim.x * BLOCK)
    each_of<uint8_t>(samples.vectors[i], [&](uint8_t x) { atomicAdd(&mine[x], 1); });
  if (blockIdx.x == 0 && samples.single(t) < n) atomicAdd(&mine[in[samples.single(t)]], 1);
  __syncthreads();
  unsigned sum = 0;
  for (int c = 0; c < COPIES; c++) sum += counts[c][t];
  if (sum > 0) atomicAdd(&hist[t], sum);
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)copy_per_warp, BLOCK, 0, n, 4 * 16 * BLOCK);
  copy_per_warp<<<(unsigned)blocks, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// expect: inefficient 4_aggregated shared_atomics on emu
// fault: 16 samples a load, and an atomic for each of them.
#include "hist.h"
#define hist_4_aggregated reference_hist_4_aggregated
#include "../solution.cu"
#undef hist_4_aggregated

static __global__ void no_runs(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  split<uint8_t> samples(in, n);

  counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < samples.n_vectors; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = samples.vectors[i];
    unsigned word[4] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < 16; k++) atomicAdd(&counts[word[k / 4] >> k % 4 * 8 & 0xff], 1);
  }
  if (blockIdx.x == 0 && samples.single(t) < n) atomicAdd(&counts[in[samples.single(t)]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)no_runs, BLOCK, 0, n, 4 * 16 * BLOCK);
  no_runs<<<(unsigned)blocks, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

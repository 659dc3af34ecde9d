// expect: wrong 4_aggregated
// fault: the run that ends with the vector is never added.
#include "hist.h"
#define hist_4_aggregated reference_hist_4_aggregated
#include "../solution.cu"
#undef hist_4_aggregated

static __global__ void last_run_lost(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  split<uint8_t> samples(in, n);

  counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < samples.n_vectors; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = samples.vectors[i];
    unsigned value = v.x & 0xff, run = 0;
    count_runs(v.x, &value, &run, counts);
    count_runs(v.y, &value, &run, counts);
    count_runs(v.z, &value, &run, counts);
    count_runs(v.w, &value, &run, counts);
  }
  if (blockIdx.x == 0 && samples.single(t) < n) atomicAdd(&counts[in[samples.single(t)]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)last_run_lost, BLOCK, 0, n, 4 * 16 * BLOCK);
  last_run_lost<<<(unsigned)blocks, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

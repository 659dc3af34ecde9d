// expect: inefficient 4_aggregated global_atomics on emu
// fault: adds each run to the result in global memory at once.
#include "hist.h"
#define hist_4_aggregated reference_hist_4_aggregated
#include "../solution.cu"
#undef hist_4_aggregated

static __global__ void runs_to_global(const uint8_t *in, int64_t n, unsigned *hist) {
  int t = threadIdx.x;
  split<uint8_t> samples(in, n);

  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < samples.n_vectors; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = samples.vectors[i];
    unsigned value = v.x & 0xff, run = 0;
    count_runs(v.x, &value, &run, hist);
    count_runs(v.y, &value, &run, hist);
    count_runs(v.z, &value, &run, hist);
    count_runs(v.w, &value, &run, hist);
    atomicAdd(&hist[value], run);
  }
  if (blockIdx.x == 0 && samples.single(t) < n) atomicAdd(&hist[in[samples.single(t)]], 1);
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  runs_to_global<<<64, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

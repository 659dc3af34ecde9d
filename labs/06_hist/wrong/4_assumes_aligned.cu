// expect: hazard 4_aggregated misaligned-access on emu
// fault: loads 16 bytes from wherever the samples begin.
#include "hist.h"
#define hist_4_aggregated reference_hist_4_aggregated
#include "../solution.cu"
#undef hist_4_aggregated

static __global__ void aligned(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  const uint4 *vectors = (const uint4 *)in;

  counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n / 16; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = vectors[i];
    unsigned value = v.x & 0xff, run = 0;
    count_runs(v.x, &value, &run, counts);
    count_runs(v.y, &value, &run, counts);
    count_runs(v.z, &value, &run, counts);
    count_runs(v.w, &value, &run, counts);
    atomicAdd(&counts[value], run);
  }
  int64_t single = n / 16 * 16 + t;
  if (blockIdx.x == 0 && single < n) atomicAdd(&counts[in[single]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  int64_t blocks = blocks_for((const void *)aligned, BLOCK, 0, n, 4 * 16 * BLOCK);
  aligned<<<(unsigned)blocks, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// expect: hazard 6_skewed warp-sync-mask on emu
// fault: names all 32 lanes in a mask although some have no sample left.
#include "hist.h"
#define hist_6_skewed reference_hist_6_skewed
#include "../solution.cu"
#undef hist_6_skewed

static __global__ void wrong_columns(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS * WARP];
  unsigned *column = counts + threadIdx.x % WARP;

  for (int i = threadIdx.x; i < HIST_BINS * WARP; i += LARGE_BLOCK) counts[i] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.x, gridDim.x, [&](uint8_t x) {
    unsigned peers = __match_any_sync(0xffffffff, x);
    if (threadIdx.x % WARP == __ffs(peers) - 1) atomicAdd(&column[x * WARP], __popc(peers));
  });
  __syncthreads();
  for (int b = threadIdx.x; b < HIST_BINS; b += LARGE_BLOCK) {
    unsigned sum = 0;
    for (int c = 0; c < WARP; c++) sum += counts[b * WARP + (b + c) % WARP];
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  wrong_columns<<<16, LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

// expect: wrong 3_coarsened
// fault: two 16-bit counters in a word: the 65536th sample of a bin carries into its neighbour.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

static __global__ void packed(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS / 2];
  int t = threadIdx.x;

  if (t < HIST_BINS / 2) counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n; i += (int64_t)gridDim.x * BLOCK)
    atomicAdd(&counts[in[i] / 2], 1u << 16 * (in[i] % 2));
  __syncthreads();
  unsigned sum = counts[t / 2] >> 16 * (t % 2) & 0xffff;
  if (sum > 0) atomicAdd(&hist[t], sum);
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK;
  packed<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}

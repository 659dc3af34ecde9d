// expect: inefficient 7_image_equalise warp_balance on emu
// fault: the first of many blocks counts and looks up all pixels.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void grey_counts(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned s[HIST_BINS];
  s[threadIdx.x] = 0;
  __syncthreads();
  int64_t first = blockIdx.x > 0 ? n : threadIdx.x; // fault
  for (int64_t i = first; i < n; i += blockDim.x) atomicAdd(&s[in[i]], 1);
  __syncthreads();
  if (s[threadIdx.x]) atomicAdd(&hist[threadIdx.x], s[threadIdx.x]);
}

__global__ void grey_table(const unsigned *hist, uint64_t n, unsigned *table) {
  uint64_t darkest = 0, upto = 0;
  for (int v = 0; v < HIST_BINS; v++) {
    upto += hist[v];
    if (darkest == 0) darkest = upto;
    if (n == darkest)
      table[v] = v;
    else
      table[v] =
          upto < darkest ? 0 : (unsigned)((255 * (upto - darkest) + (n - darkest) / 2) / (n - darkest));
  }
}

__global__ void grey_values(const uint8_t *in, int64_t n, const unsigned *table, uint8_t *out) {
  __shared__ uint8_t copy[HIST_BINS];
  copy[threadIdx.x] = (uint8_t)table[threadIdx.x];
  __syncthreads();
  int64_t first = blockIdx.x > 0 ? n : threadIdx.x; // fault
  for (int64_t i = first; i < n; i += blockDim.x) out[i] = copy[in[i]];
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  grey_counts<<<24, HIST_BINS>>>(in, n, hist);
  grey_table<<<1, 1>>>(hist, n, scratch);
  grey_values<<<24, HIST_BINS>>>(in, n, scratch, out);
  return cudaGetLastError();
}

// expect: pass 2_privatised
// form: blocks of 128 with extern shared memory, each of which takes 2048 samples.
#include "hist.h"

__global__ void histo(const unsigned char *buf, size_t size, unsigned *out) {
  extern __shared__ unsigned h[];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) h[b] = 0;
  __syncthreads();
  size_t end = min((size_t)(blockIdx.x + 1) * 2048, size);
  for (size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x; i < end; i += blockDim.x)
    atomicAdd(&h[buf[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (h[b]) atomicAdd(&out[b], h[b]);
}
int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaMemsetAsync(hist, 0, 256 * sizeof(unsigned));
  if (n) histo<<<(unsigned)((n + 2047) / 2048), 128, 256 * sizeof(unsigned)>>>(in, n, hist);
  return cudaGetLastError();
}

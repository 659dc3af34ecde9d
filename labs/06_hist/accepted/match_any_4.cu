// expect: pass 4_aggregated
// form: lanes with the same sample find each other by __match_any_sync, and one of them adds their number.
#include "hist.h"

__global__ void agg(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned s[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) s[b] = 0;
  __syncthreads();
  int64_t stride = (int64_t)gridDim.x * blockDim.x;
  for (int64_t first = blockIdx.x * (int64_t)blockDim.x; first < n; first += stride) {
    int64_t i = first + threadIdx.x;
    int v = i < n ? in[i] : 256;
    unsigned same = __match_any_sync(0xffffffffu, v);
    if (v < 256 && (threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(&s[v], __popc(same));
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (s[b]) atomicAdd(&hist[b], s[b]);
}
int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaMemsetAsync(hist, 0, 1024);
  if (n) agg<<<(unsigned)((n + 8191) / 8192), 256>>>(in, n, hist);
  return cudaGetLastError();
}

// expect: pass 1_hillis_steele
// form: two buffers, the own sum in a register, threads that are finished store once more so that both buffers have it.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void register_kernel(const float *__restrict__ in, int64_t n, float *__restrict__ out) {
  __shared__ float a[SCAN_TILE], b[SCAN_TILE];
  float *from = a, *to = b;
  int t = threadIdx.x;

  for (int64_t first = (int64_t)blockIdx.x * SCAN_TILE; first < n; first += (int64_t)gridDim.x * SCAN_TILE) {
    int64_t i = first + t;
    float sum = i < n ? in[i] : 0;
    from[t] = sum;
    __syncthreads();
    for (int d = 1; d < SCAN_TILE; d *= 2) {
      if (t >= d) sum += from[t - d];
      to[t] = sum;
      __syncthreads();
      float *other = from;
      from = to;
      to = other;
    }
    if (i < n) out[i] = sum;
    __syncthreads();
  }
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  int64_t tiles = (n + SCAN_TILE - 1) / SCAN_TILE;
  register_kernel<<<(unsigned)(tiles < 264 ? tiles : 264), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

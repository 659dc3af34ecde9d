// expect: pass 3_brent_kung
// form: GPU Gems 3, chapter 39: Blelloch's sweeps with padded indices, the distance doubled and halved as it goes.
#include "scan.h"
#include <cuda_runtime.h>

#define PADDED(i) ((i) + ((i) >> 5))

__global__ void padded_sweeps_kernel(const float *in, int64_t n, float *out) {
  __shared__ float temp[SCAN_TILE + SCAN_TILE / 32];
  int t = threadIdx.x, a = t, b = t + SCAN_TILE / 2, offset = 1;
  int64_t first = (int64_t)blockIdx.x * SCAN_TILE;

  temp[PADDED(a)] = first + a < n ? in[first + a] : 0;
  temp[PADDED(b)] = first + b < n ? in[first + b] : 0;
  for (int d = SCAN_TILE >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      temp[PADDED(right)] += temp[PADDED(left)];
    }
    offset *= 2;
  }
  if (t == 0) temp[PADDED(SCAN_TILE - 1)] = 0;
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float x = temp[PADDED(left)];
      temp[PADDED(left)] = temp[PADDED(right)];
      temp[PADDED(right)] += x;
    }
  }
  __syncthreads();
  if (first + a < n) out[first + a] = temp[PADDED(a)];
  if (first + b < n) out[first + b] = temp[PADDED(b)];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  padded_sweeps_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE / 2>>>(in, n, out);
  return cudaGetLastError();
}

// expect: pass 1_hillis_steele
// form: GPU Gems 3, chapter 39: two halves of one dynamic array, their offsets exchanged before each step.
#include "scan.h"
#include <cuda_runtime.h>

__global__ void double_buffer_kernel(const float *in, int64_t n, float *out) {
  extern __shared__ float temp[];
  int t = threadIdx.x, length = blockDim.x, to = 0, from = 1;
  int64_t i = (int64_t)blockIdx.x * length + t;

  temp[to * length + t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < length; offset <<= 1) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      temp[to * length + t] = temp[from * length + t] + temp[from * length + t - offset];
    else
      temp[to * length + t] = temp[from * length + t];
    __syncthreads();
  }
  if (i < n) out[i] = temp[to * length + t];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + SCAN_TILE - 1) / SCAN_TILE);
  double_buffer_kernel<<<tiles, SCAN_TILE, 2 * SCAN_TILE * sizeof(float)>>>(in, n, out);
  return cudaGetLastError();
}

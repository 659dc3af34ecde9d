// expect: pass 2_kogge_stone
// form: zeros before the tile stand for the missing neighbours; 256 threads, a float2 each.
#include "scan.h"
#include <cuda_runtime.h>

enum { HALF = SCAN_TILE / 2 };

__global__ void own_sum_kernel(const float *in, int64_t n, float *out) {
  __shared__ float zeros_and_sums[HALF + HALF];
  float *s = zeros_and_sums + HALF;
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + 2 * t;

  float a = 0, b = 0;
  if (i + 1 < n) {
    float2 x = *(const float2 *)(in + i);
    a = x.x;
    b = x.y;
  } else if (i < n) {
    a = in[i];
  }
  float sum = a + b;
  zeros_and_sums[t] = 0;
  s[t] = sum;
  __syncthreads();
  for (int d = 1; d < HALF; d *= 2) {
    float left = s[t - d];
    __syncthreads();
    sum += left;
    s[t] = sum;
    __syncthreads();
  }
  float before = s[t - 1];
  if (i + 1 < n)
    *(float2 *)(out + i) = make_float2(before + a, sum);
  else if (i < n)
    out[i] = before + a;
}

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  own_sum_kernel<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), HALF>>>(in, n, out);
  return cudaGetLastError();
}

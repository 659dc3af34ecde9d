// expect: wrong 4_float4
// fault: n / 4 float4, and nobody adds the last one to three elements.
#include "vecadd.h"
#define vecadd_4_float4 reference_vecadd_4_float4
#include "../solution.cu"
#undef vecadd_4_float4

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t n, int head) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < head) c[i] = a[i] + b[i];
  if (i >= (n - head) / 4) return;
  float4 x = ((const float4 *)(a + head))[i], y = ((const float4 *)(b + head))[i];
  ((float4 *)(c + head))[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  uintptr_t past = (uintptr_t)a % 16;
  if ((uintptr_t)b % 16 != past || (uintptr_t)c % 16 != past) return vecadd_2_boundary(a, b, c, n);
  if (n == 0) return 0;
  int64_t head = (16 - past) % 16 / sizeof(float);
  if (head > n) head = n;
  add_wrong<<<(unsigned)(n / 4 / BLOCK + 1), BLOCK>>>(a, b, c, n, (int)head);
  return cudaGetLastError();
}

// expect: hazard 4_float4 misaligned-access on emu
// fault: casts to float4 without looking where the array begins.
#include "vecadd.h"
#define vecadd_4_float4 reference_vecadd_4_float4
#include "../solution.cu"
#undef vecadd_4_float4

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  add_4_float4<<<(unsigned)(n / 4 / BLOCK + 1), BLOCK>>>(a, b, c, n, 0);
  return cudaGetLastError();
}

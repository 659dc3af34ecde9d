// expect: inefficient 4_float4 global_store_requests on emu
// fault: float4 only where the arrays begin on a 16-byte boundary; else one float at a time.
#include "vecadd.h"
#define vecadd_4_float4 reference_vecadd_4_float4
#include "../solution.cu"
#undef vecadd_4_float4

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if ((uintptr_t)a % 16 != 0) return vecadd_2_boundary(a, b, c, n);
  return reference_vecadd_4_float4(a, b, c, n);
}

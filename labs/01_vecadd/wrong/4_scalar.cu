// expect: inefficient 4_float4 global_load_requests on emu
// fault: one float a thread and access, as in task 2.
#include "vecadd.h"
#define vecadd_4_float4 reference_vecadd_4_float4
#include "../solution.cu"
#undef vecadd_4_float4

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  return vecadd_2_boundary(a, b, c, n);
}

// expect: wrong 2_boundary
// fault: does nothing and hopes that the output buffer still holds an earlier answer.
#include "vecadd.h"
#define vecadd_2_boundary reference_vecadd_2_boundary
#include "../solution.cu"
#undef vecadd_2_boundary

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  (void)a, (void)b, (void)c, (void)n;
  return 0;
}

// expect: inefficient 1_five_steps global_store_bytes on emu
// fault: a loop on the host does the sums; the device does nothing.
#include "vecadd.h"
#define vecadd_1_five_steps reference_vecadd_1_five_steps
#include "../solution.cu"
#undef vecadd_1_five_steps

int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = 0; i < n; i++) c[i] = a[i] + b[i];
  return 0;
}

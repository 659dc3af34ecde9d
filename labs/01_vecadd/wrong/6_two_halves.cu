// expect: inefficient 6_fused_relu launches on emu
// fault: the fused kernel is launched twice, for either half of the array.
#include "vecadd.h"
#define vecadd_6_fused_relu reference_vecadd_6_fused_relu
#include "../solution.cu"
#undef vecadd_6_fused_relu

int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  int64_t half = n / 16 * 8; // whole sectors
  int error = reference_vecadd_6_fused_relu(x, y, half);
  return error ? error : reference_vecadd_6_fused_relu(x + half, y + half, n - half);
}

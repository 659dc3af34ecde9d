// expect: hazard 1_five_steps leak on emu
// fault: returns at the first error and forgets what is allocated already.
#include "vecadd.h"
#define vecadd_1_five_steps reference_vecadd_1_five_steps
#include "../solution.cu"
#undef vecadd_1_five_steps

int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  size_t bytes = n * sizeof(float);
  float *da = NULL, *db = NULL, *dc = NULL;
  TRY(cudaMalloc(&da, bytes));
  TRY(cudaMalloc(&db, bytes));
  TRY(cudaMalloc(&dc, bytes));
  TRY(copy_add_copy(a, b, c, n, da, db, dc));
  TRY(cudaFree(da));
  TRY(cudaFree(db));
  return cudaFree(dc);
}

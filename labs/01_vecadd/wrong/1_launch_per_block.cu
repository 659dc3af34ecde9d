// expect: inefficient 1_five_steps launches on emu
// fault: one launch for every 256 elements instead of one with enough blocks.
#include "vecadd.h"
#define vecadd_1_five_steps reference_vecadd_1_five_steps
#include "../solution.cu"
#undef vecadd_1_five_steps

int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  size_t bytes = n * sizeof(float);
  float *da = NULL, *db = NULL, *dc = NULL;
  cudaError_t error = cudaMalloc(&da, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&db, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&dc, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    for (int64_t i = 0; i < n; i += BLOCK) add_2_boundary<<<1, BLOCK>>>(da + i, db + i, dc + i, n - i);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return error;
}

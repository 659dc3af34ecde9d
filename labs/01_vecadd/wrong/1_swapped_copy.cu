// expect: hazard 1_five_steps bad-copy on emu
// fault: the copy of a goes from the device to the host.
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
  if (error == cudaSuccess) error = cudaMemcpy(da, a, bytes, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    add_2_boundary<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(da, db, dc, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return error;
}

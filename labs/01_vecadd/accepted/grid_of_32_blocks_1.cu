// expect: pass 1_five_steps
// form: one allocation for all three arrays, errors by a macro and goto, a grid-stride kernel of its own.
#include "vecadd.h"

#define TRY(call)                                                                                            \
  if ((error = (call)) != cudaSuccess) goto end

__global__ static void add(const float *a, const float *b, float *c, int64_t n) {
  int stride = gridDim.x * blockDim.x;
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) c[i] = a[i] + b[i];
}

int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (n <= 0) return 0;
  const size_t bytes = n * sizeof(float);
  float *room = NULL;
  cudaError_t error;
  TRY(cudaMalloc((void **)&room, 3 * bytes));
  TRY(cudaMemcpy(room, a, bytes, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy(room + n, b, bytes, cudaMemcpyHostToDevice));
  add<<<32, 128>>>(room, room + n, room + 2 * n, n);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  TRY(cudaMemcpy(c, room + 2 * n, bytes, cudaMemcpyDeviceToHost));
end:
  if (room) cudaFree(room);
  return error;
}

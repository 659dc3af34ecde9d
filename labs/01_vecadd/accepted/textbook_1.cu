// expect: pass 1_five_steps
// form: the textbook's: three allocations, ceil(n / 256.0) blocks; what has been allocated is freed on every way out.
#include "vecadd.h"

__global__ static void add(float *A, float *B, float *C, int64_t n) {
  int64_t i = threadIdx.x + (int64_t)blockDim.x * blockIdx.x;
  if (i < n) C[i] = A[i] + B[i];
}

int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  float *A_d = nullptr, *B_d = nullptr, *C_d = nullptr;
  size_t size = n * sizeof(float);
  cudaError_t e = cudaMalloc(&A_d, size);
  if (!e) e = cudaMalloc(&B_d, size);
  if (!e) e = cudaMalloc(&C_d, size);
  if (!e) e = cudaMemcpy(A_d, a, size, cudaMemcpyHostToDevice);
  if (!e) e = cudaMemcpy(B_d, b, size, cudaMemcpyHostToDevice);
  if (!e) {
    add<<<(unsigned)ceil(n / 256.0), 256>>>(A_d, B_d, C_d, n);
    e = cudaGetLastError();
  }
  if (!e) e = cudaMemcpy(c, C_d, size, cudaMemcpyDeviceToHost);
  cudaFree(A_d);
  cudaFree(B_d);
  cudaFree(C_d);
  return e;
}

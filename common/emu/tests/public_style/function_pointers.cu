// Functions by pointer: a table in device memory, one fetched by the host, one as a template's argument.
// shows: kernels | pointers to device functions: tables, `cudaMemcpyFromSymbol`, template arguments
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>
typedef float (*Operation)(float, float);

__device__ float add(float a, float b) {
  return a + b;
}
__device__ float subtract(float a, float b) {
  return a - b;
}
__device__ float multiply(float a, float b) {
  return a * b;
}
__device__ Operation table[] = {add, subtract, multiply};
__device__ Operation chosen = multiply;

__global__ void by_table(float *out, float a, float b) {
  out[threadIdx.x] = table[threadIdx.x](a, b);
}
__global__ void by_pointer(float *out, Operation f, float a, float b) {
  out[threadIdx.x] = f(a + threadIdx.x, b);
}
template <Operation F> __global__ void by_template(float *out, float a, float b) {
  out[threadIdx.x] = F(a, b);
}

int main() {
  float *d, h[8];
  Operation f;
  cudaMalloc(&d, sizeof h);
  by_table<<<1, 3>>>(d, 7, 5);
  cudaMemcpyFromSymbol(&f, chosen, sizeof f);
  by_pointer<<<1, 4>>>(d + 3, f, 1, 10);
  by_template<subtract><<<1, 1>>>(d + 7, 1, 4);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%g ", h[i]);
  printf("\n");
  cudaFree(d);
}

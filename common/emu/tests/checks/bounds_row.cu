// A matrix in a buffer for one row of it.
// expect: out-of-bounds kernel=fill at=@store what~"which ends with element 31" advice~"1024 threads are launched for 32 elements" advice~"a row for rows * columns"
// fixed: What is advised.
// prints: cudaSuccess 62
#include <cstdio>

__global__ void fill(float *a, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) a[y * w + x] = x + y; // @store
}

int main() {
  float *a, last = -1;
#ifdef FIXED
  cudaMalloc(&a, 32 * 32 * sizeof(float));
#else
  cudaMalloc(&a, 32 * sizeof(float));
#endif
  fill<<<dim3(2, 2), dim3(16, 16)>>>(a, 32, 32);
  cudaError_t error = cudaDeviceSynchronize();
#ifdef FIXED
  cudaMemcpy(&last, a + 1023, sizeof last, cudaMemcpyDeviceToHost);
#endif
  printf("%s %g\n", cudaGetErrorName(error), (double)last);
  cudaFree(a);
}

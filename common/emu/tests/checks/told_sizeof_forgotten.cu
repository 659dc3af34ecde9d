// cudaMalloc gets the number of doubles.
// expect: out-of-bounds kernel=fill at=@bad advice~"is * sizeof missing"
// fixed: Times sizeof.
// prints: cudaSuccess
#include <cstdio>
__global__ void fill(double *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i; // @bad
}
int main() {
  int n = 1000;
  double *a;
#ifdef FIXED
  cudaMalloc(&a, n * sizeof(double));
#else
  cudaMalloc(&a, n);
#endif
  fill<<<(n + 127) / 128, 128>>>(a, n);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a);
}

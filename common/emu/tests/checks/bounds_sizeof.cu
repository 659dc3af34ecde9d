// A buffer is allocated by its number of elements, without sizeof; another is one element too short, which is another fault.
// expect: out-of-bounds kernel=ones at=@ones advice~"is * sizeof missing" advice~"Its 200 bytes are 25 elements of 8 bytes"
// expect: out-of-bounds kernel=shifted at=@shifted advice~"compare the index with the number of elements"
// fixed: sizeof is there, and the index is compared, as advised.
// prints: 200 99
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ones(double *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1; // @ones
}
__global__ void shifted(const int *a, int *b, int n) {
  int i = threadIdx.x;
#ifdef FIXED
  if (i + 1 < n)
#endif
    b[i] = a[i + 1]; // @shifted
}

int main() {
  enum { N = 200, M = 100 };
  double h[N] = {}, *a, sum = 0;
  int g[M], *b, *c;
  for (int i = 0; i < M; i++) g[i] = i;
  cudaMalloc(&b, sizeof g);
  cudaMalloc(&c, sizeof g);
  cudaMemcpy(b, g, sizeof g, cudaMemcpyHostToDevice);
  cudaMemcpy(c, g, sizeof g, cudaMemcpyHostToDevice);
  shifted<<<1, M>>>(b, c, M);
  cudaDeviceSynchronize();
  cudaMemcpy(g, c, sizeof g, cudaMemcpyDeviceToHost);
  cudaDeviceReset();
#ifdef FIXED
  cudaMalloc(&a, N * sizeof *a);
#else
  cudaMalloc(&a, N);
#endif
  ones<<<1, 256>>>(a, N);
  cudaDeviceSynchronize();
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  for (double x : h) sum += x;
  printf("%g %d\n", sum, g[M - 2]);
  cudaFree(a);
}

// Recursion that fits: 400 levels deep in each of 1024 threads, with a barrier in the middle.
// prints: 80200 80200, mutual 1 0
#include <cstdio>

__device__ __noinline__ int triangle(int n) {
  volatile int here = n;
  return n == 0 ? 0 : here + triangle(n - 1);
}

__device__ bool isOdd(unsigned n);
__device__ bool isEven(unsigned n) {
  return n == 0 || isOdd(n - 1);
}
__device__ bool isOdd(unsigned n) {
  return n != 0 && isEven(n - 1);
}

__global__ void deep(int *out) {
  int first = triangle(400);
  __syncthreads();
  int second = triangle(400) + (first - 80200);
  if (blockIdx.x > 0) return; // one block stores, all compute
  out[threadIdx.x] = second;
  if (threadIdx.x < 2) out[1024 + threadIdx.x] = isEven(300 + threadIdx.x);
}

int main() {
  int *d, h[1026];
  cudaMalloc(&d, sizeof h);
  deep<<<2, 1024>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d, mutual %d %d\n", h[0], h[1023], h[1024], h[1025]);
  cudaFree(d);
}

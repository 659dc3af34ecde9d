// Recursion without a floor within reach.
// expect: stack-overflow kernel=recurse block=0,0,0 thread=0,0,0 advice~"avoid recursion and"
// fixed: Recursion that ends.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__device__ __noinline__ int deep(int n, volatile int *sink) {
  int local[240]; // 960 bytes a call
  for (int i = 0; i < 240; i++) local[i] = n + i;
  sink[0] = local[n % 240];
  if (n <= 0) return local[239];
  int below = deep(n - 1, sink);
  return below + local[0];
}

__global__ void recurse(int *out, int n) {
  out[1] = deep(n, out);
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
#ifdef FIXED
  recurse<<<1, 1>>>((int *)d, 4);
#else
  recurse<<<1, 1>>>((int *)d, 1000000);
#endif
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}

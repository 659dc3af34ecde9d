// A grid of n / 256 blocks has none, although there is work; a grid of none where there is none is told otherwise.
// expect: invalid-launch kernel=ones at=@rounds advice~"(n + 255) / 256 blocks of 256"
// expect: invalid-launch kernel=ones at=@nothing advice~"where there is nothing to do, return before the launch"
// expect: launch-error-unread kernel=ones at=@rounds
// fixed: What is advised.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ones(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}

int main() {
  const int n = 100;
  int h[n] = {0}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
#ifdef FIXED
  ones<<<(n + 255) / 256, 256>>>(d, n);
#else
  ones<<<n / 256, 256>>>(d, n); // @rounds
  ones<<<0, 256>>>(d, 0);       // @nothing
#endif
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(d);
}

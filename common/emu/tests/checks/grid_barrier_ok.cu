// The same in a cooperative launch.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void wait(int *out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
}

int main() {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
  void *arguments[] = {&d};
  cudaLaunchCooperativeKernel((void *)wait, 4, 1, arguments);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", e == cudaSuccess ? "done" : "stopped");
  cudaFree(d);
  return 0;
}

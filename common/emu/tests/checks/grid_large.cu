// More blocks than the device holds at once cannot wait for each other.
// note: launch-refused at=@launch
// fixed: As many blocks as fit.
// prints: launched
#include <cooperative_groups.h>
#include <cstdio>

__global__ void wait(int *out) {
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) out[0] = 1;
}

int main() {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
  void *arguments[] = {&d};
#ifdef FIXED
  cudaError_t e = cudaLaunchCooperativeKernel((void *)wait, 1, 32, arguments);
#else
  cudaError_t e = cudaLaunchCooperativeKernel((void *)wait, 100000, 32, arguments); // @launch
#endif
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaGetLastError();
  cudaFree(d);
  return 0;
}

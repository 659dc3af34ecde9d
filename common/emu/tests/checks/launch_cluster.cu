// A grid that is no multiple of the kernel's clusters.
// note: launch-refused kernel=mark at=@launch what~"the grid's 3 blocks in x are not a multiple of the cluster's 2" advice~"a cluster has"
// fixed: An even number of blocks.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2) mark(int *out) {
  out[blockIdx.x] = 1;
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, 4 * sizeof(int));
#ifdef FIXED
  mark<<<4, 1>>>(d);
#else
  mark<<<3, 1>>>(d); // @launch
#endif
  if (cudaGetLastError() == cudaSuccess) cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

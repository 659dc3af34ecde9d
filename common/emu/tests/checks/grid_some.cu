// One block leaves before the grid barrier that the others wait at.
// expect: barrier-not-reached kernel=wait at=@sync advice~"every block of"
// fixed: The block that has nothing to do leaves behind the barrier.
// prints: 1
#include <cooperative_groups.h>
#include <cstdio>

__global__ void wait(int *out) {
  out[blockIdx.x] = 1;
#ifdef FIXED
  cooperative_groups::this_grid().sync();
#endif
  if (blockIdx.x == 2) return;
#ifndef FIXED
  cooperative_groups::this_grid().sync(); // @sync
#endif
}

int main() {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
  void *arguments[] = {&d};
  cudaLaunchCooperativeKernel((void *)wait, 4, 1, arguments);
  cudaDeviceSynchronize();
  int h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

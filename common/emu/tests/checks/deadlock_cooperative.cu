// The blocks of a cooperative launch wait for each other by a counter, and one of them in grid.sync().
// expect: deadlock kernel=meet at=@wait advice~"wait for each other in grid.sync() only"
// fixed: What is advised.
// prints: 4
#include <cooperative_groups.h>
#include <cstdio>

__global__ void meet(int *arrived) {
  auto grid = cooperative_groups::this_grid();
  atomicAdd(arrived, 1);
#ifdef FIXED
  grid.sync();
#else
  if (blockIdx.x == 0)
    while (atomicAdd(arrived, 0) < 5) continue; // @wait
  grid.sync();
#endif
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  void *arguments[] = {&d};
  cudaLaunchCooperativeKernel((void *)meet, dim3(4), dim3(1), arguments, 0, 0);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
}

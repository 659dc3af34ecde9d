// A warp asks by votes whether any of 32 words is still 0; nobody sets the last one.
// expect: deadlock kernel=wait block=0,0,0 thread=0,0,0
// fixed: A warp asks by votes whether any of 32 words is still 0; another warp of the block sets the last one.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait(volatile int *flags) {
  if (threadIdx.x >= 32) {
#ifdef FIXED
    if (threadIdx.x == 32) flags[31] = 1;
#endif
    return;
  }
  while (__ballot_sync(0xffffffff, flags[threadIdx.x] == 0)) { // @spin
    if (__any_sync(0xffffffff, threadIdx.x == 40)) return;
  }
}

int main() {
  int *d, ones[31];
  for (int i = 0; i < 31; i++) ones[i] = 1;
  cudaMalloc(&d, 32 * sizeof(int));
  cudaMemset(d, 0, 32 * sizeof(int));
  cudaMemcpy(d, ones, sizeof ones, cudaMemcpyHostToDevice);
  wait<<<1, 64>>>((volatile int *)d);
  int h = -1;
  cudaMemcpy(&h, d + 31, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

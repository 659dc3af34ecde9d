// A warp asks by votes whether any of 32 words is still 0; nobody sets the last one.
// expect: deadlock kernel=wait block=0,0,0 thread=0,0,0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait(volatile int *flags) {
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
  wait<<<1, 32>>>((volatile int *)d);
  int h = -1;
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

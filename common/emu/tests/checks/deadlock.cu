// A thread waits for a flag that nobody sets.
// expect: deadlock kernel=wait at=@spin block=0,0,0 thread=0,0,0 what~"no other thread is left to write it"
// fixed: A thread finds its flag set.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait(volatile int *flag) {
#ifdef FIXED
  while (*flag != 0) continue;
#else
  while (*flag == 0) continue; // @spin
#endif
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  wait<<<1, 1>>>((volatile int *)d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}

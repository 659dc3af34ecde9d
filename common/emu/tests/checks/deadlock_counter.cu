// A block waits until a counter has one value, which others have already counted past.
// expect: deadlock kernel=meet at=@wait advice~"gone on past the awaited value" advice~"wait with >="
// fixed: What is advised.
// prints: 8
#include <cstdio>
#include <cuda_runtime.h>

__global__ void meet(unsigned *arrived) {
  if (threadIdx.x) return;
  atomicAdd(arrived, 1);
  if (blockIdx.x == 0) atomicAdd(arrived, 4);
#ifdef FIXED
  while (*(volatile unsigned *)arrived < 4) continue;
#else
  while (*(volatile unsigned *)arrived != 4) continue; // @wait
#endif
}

int main() {
  unsigned *d, h;
  cudaMalloc(&d, 4);
  cudaMemset(d, 0, 4);
  meet<<<4, 32>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%u\n", h);
  cudaFree(d);
}

// Threads add to one element by a plain += : what one reads, another has yet to write.
// expect: race-global kernel=add at=@add other=@add block=0,0,0 advice~"use an atomic"
// may: race-global kernel=add
// fixed: The addition is an atomic.
// prints: 64
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(const int *bin, int *count) {
#ifdef FIXED
  atomicAdd(&count[bin[threadIdx.x]], 1);
#else
  count[bin[threadIdx.x]] += 1; // @add
#endif
}

int main() {
  int *d, h;
  cudaMalloc(&d, 65 * sizeof(int));
  cudaMemset(d, 0, 65 * sizeof(int));
  add<<<1, 64>>>(d, d + 64);
  cudaMemcpy(&h, d + 64, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

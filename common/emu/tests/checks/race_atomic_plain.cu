// One thread reads a counter plainly while others still add to it atomically.
// expect: race-global kernel=count at=@add other=@read advice~"an atomic beside a plain access"
// fixed: The counter is read by an atomic.
// prints: 512
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *counter, int *out) {
  atomicAdd(counter, 1); // @add
#ifdef FIXED
  if (blockIdx.x == 3 && threadIdx.x == 0) *out = atomicAdd(counter, 0);
#else
  if (blockIdx.x == 3 && threadIdx.x == 0) *out = *counter; // @read
#endif
}

int main() {
  int *d, h;
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMemset(d, 0, 64 * sizeof(int));
  count<<<8, 64>>>(d, d + 1);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

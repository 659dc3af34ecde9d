// Two warps hand data over by a volatile flag in shared memory, without fences.
// expect: race-shared kernel=hand_over at=@data other=@write
// may: race-shared kernel=hand_over at=@ask other=@tell
// fixed: With fences on both sides.
// prints: 42
#include <cstdio>
#include <cuda_runtime.h>

__global__ void hand_over(int *out) {
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42; // @write
#ifdef FIXED
    __threadfence_block();
#endif
    flag = 1; // @tell
  } else if (threadIdx.x == 32) {
    while (flag == 0) continue; // @ask
#ifdef FIXED
    __threadfence_block();
#endif
    *out = data; // @data
  }
}

int main() {
  int *x, h = 0;
  cudaMalloc(&x, sizeof *x);
  hand_over<<<1, 64>>>(x);
  cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%d\n", h);
  return 0;
}

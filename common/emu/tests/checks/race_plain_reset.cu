// A full queue's counter is set back by a plain store, beside other threads' atomic additions.
// expect: race-shared kernel=fill at=@reset advice~"a write: atomicExch"
// may: race-shared kernel=fill
// note: race-same-value kernel=fill
// fixed: The counter is left alone, and its excess taken off behind the barrier.
// prints: 8
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  int place = atomicAdd(&n, 1);
#ifdef FIXED
  (void)place;
#else
  if (place >= 8) n = 8; // @reset
#endif
  __syncthreads();
  if (threadIdx.x == 0) *out = n < 8 ? n : 8;
}

int main() {
  int *d, h;
  cudaMalloc(&d, sizeof(int));
  fill<<<1, 64>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

// Each block hands over to the next one, but without a fence nothing is handed on.
// expect: race-global kernel=chain at=@read other=@write
// fixed: Each block hands over to the next one all that it has been handed: block 9 reads what block 0 has written.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__device__ int drawn, flag[64];

__global__ void chain(int *x, int *out) {
  __shared__ int number;
  if (threadIdx.x == 0) number = atomicAdd(&drawn, 1);
  __syncthreads();
  int b = number;
  x[b * 32 + threadIdx.x] = b; // @write
  __syncthreads();
  if (threadIdx.x == 0) {
    if (b > 0)
      while (atomicAdd(&flag[b - 1], 0) == 0) {
      }
#ifdef FIXED
    __threadfence();
#endif
    atomicExch(&flag[b], 1);
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= b; k++) sum += x[k * 32 + 31 - threadIdx.x]; // @read
  out[b * 32 + threadIdx.x] = sum;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  chain<<<16, 32>>>(d, d + 1024);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

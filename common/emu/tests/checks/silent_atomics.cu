// Atomics beside atomics, of different kinds and in both memories, and the counter read by an atomic as well.
// prints: 512
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *counter, int *out) {
  __shared__ int inner;
  if (threadIdx.x == 0) inner = 0;
  __syncthreads();
  atomicAdd(&inner, 1);
  atomicMax(&inner, 3);
  atomicAdd(counter, 1);
  atomicOr(counter, 0);
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(counter, 0) > 0 && atomicCAS(&inner, -1, 0) > 0;
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

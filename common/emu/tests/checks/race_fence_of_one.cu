// Of the threads that have written only one fences: the others' results are not handed over.
// expect: race-global kernel=sum at=@read other=@write
// fixed: One thread fences behind the barrier: it hands over what the whole block has written.
// prints: 2304
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned finished;

__global__ void sum(int *part, int *out) {
  __shared__ bool last;
  part[blockIdx.x * 64 + threadIdx.x] = 1 + blockIdx.x; // @write
#ifndef FIXED
  if (threadIdx.x == 0) __threadfence();
#endif
  __syncthreads();
#ifdef FIXED
  if (threadIdx.x == 0) __threadfence();
#endif
  if (threadIdx.x == 0) last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  int s = 0;
  for (int b = 0; b < gridDim.x; b++) s += part[b * 64 + threadIdx.x]; // @read
  atomicAdd(out, s);
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  sum<<<8, 64>>>(d + 1, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

// A fence of block scope in the last-block reduction: it orders nothing between blocks.
// expect: race-global kernel=sum at=@read other=@write advice~"the fence or the atomic between them is of block scope"
// fixed: A fence of device scope.
// prints: 1152
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned finished;

__global__ void sum(int *part, int *out) {
  __shared__ bool last;
  part[blockIdx.x * 32 + threadIdx.x] = 1 + blockIdx.x; // @write
#ifdef FIXED
  __threadfence();
#else
  __threadfence_block();
#endif
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  int s = 0;
  for (int b = 0; b < gridDim.x; b++) s += part[b * 32 + threadIdx.x]; // @read
  atomicAdd(out, s);
}

// One block hands over to itself: block scope suffices.
__global__ void within(int *out) {
  __shared__ int value, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = 7;
    __threadfence_block();
    atomicExch_block(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd_block(&flag, 0) == 0) {
    }
    __threadfence_block();
    out[blockIdx.x] = value;
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  sum<<<8, 32>>>(d + 1, d);
  within<<<4, 64>>>(d + 1000);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

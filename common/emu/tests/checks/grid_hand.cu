// A grid barrier made by hand in a cooperative launch, with fences that order within a block only.
// expect: race-global kernel=steps at=@read other=@write
// fixed: A grid barrier made by hand in a cooperative launch: the blocks that wait at it give way to the others.
// prints: 3
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned arrived;

__device__ void all_wait(unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
#ifdef FIXED
    __threadfence();
#else
    __threadfence_block();
#endif
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < round * gridDim.x) {
    }
#ifdef FIXED
    __threadfence();
#else
    __threadfence_block();
#endif
  }
  __syncthreads();
}

__global__ void steps(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 1; k <= 3; k++) {
    b[i] = k; // @write
    all_wait(2 * k - 1);
    a[i] = b[n - 1 - i]; // @read
    all_wait(2 * k);
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 256 * sizeof *d);
  int *e = d + 128;
  void *arguments[] = {&d, &e};
  cudaLaunchCooperativeKernel((void *)steps, 4, 32, arguments);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

// A flag is stored behind the data without a fence: it may be seen before them.
// expect: race-global kernel=pass at=@read other=@write
// fixed: The flag is stored behind a fence, which a barrier separates from the data.
// prints: 31
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x; // @write
    __syncthreads();
#ifdef FIXED
    if (threadIdx.x == 0) __threadfence();
#endif
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[31 - threadIdx.x]; // @read
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  pass<<<2, 32>>>(d + 64, d + 128, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

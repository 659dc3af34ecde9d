// A flag is polled, and behind it the data are read without a fence: the load may be done before the flag was seen.
// expect: race-global kernel=pass at=@read other=@write advice~"after the loop that waits for the flag"
// fixed: The thread that has polled fences.
// prints: 31
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x; // @write
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
#ifdef FIXED
      __threadfence();
#endif
    }
    __syncthreads();
    out[threadIdx.x] = data[31 - threadIdx.x]; // @read
  }
}

// Each thread that reads fences, not the one that has polled.
__global__ void pass_each(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
    }
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = data[31 - threadIdx.x];
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  pass<<<2, 32>>>(d + 64, d + 128, d);
  cudaMemset(d, 0, 4096 * sizeof(int));
  pass_each<<<2, 32>>>(d + 64, d + 128, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

// A grid barrier made by hand in a launch of more blocks than the device holds at once.
// expect: deadlock kernel=phases at=@spin what~"arrived" what~"8 of the 440 blocks start only when one of the 432 that the device holds at once is done" what~"warp 0 running at"
// fixed: As many blocks as the device holds.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

__device__ int arrived;

__global__ void phases(float *out) {
  __shared__ char much[40000]; // so that a processor holds only four blocks
  much[threadIdx.x] = 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) { // @spin
    }
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main() {
  float *d;
  cudaMalloc(&d, 440 * 32 * sizeof(float));
#ifdef FIXED
  phases<<<432, 32>>>(d);
#else
  phases<<<440, 32>>>(d);
#endif
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(d);
  return 0;
}

// A grid barrier made by hand in a launch of more blocks than the device holds at once.
// environment: EMU_DEVICE=t4
// expect: deadlock kernel=phases at=@spin what~"arrived" what~"8 of the 88 blocks start only when one of the 80 that the device holds at once is done" what~"warp 0 running at" advice~"wait only for"
// fixed: As many blocks as the device holds.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

__device__ int arrived;

__global__ void phases(float *out) {
  __shared__ char much[30000]; // so that a processor holds only two blocks
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
  cudaMalloc(&d, 88 * 32 * sizeof(float));
#ifdef FIXED
  phases<<<80, 32>>>(d);
#else
  phases<<<88, 32>>>(d);
#endif
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(d);
  return 0;
}

// A grid barrier made by hand: the first block waits for blocks that start only when it is done.
// expect: deadlock kernel=phases at=@spin what~"arrived" what~"7 of the 8 blocks start only when this one is done" what~"warps 0 running at" what~"1-3 at a block barrier at"
#include <cstdio>
#include <cuda_runtime.h>

__device__ int arrived;

__global__ void phases(float *out) {
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
  cudaMalloc(&d, 1024 * sizeof(float));
  phases<<<8, 128>>>(d);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(d);
  return 0;
}

// A thread reads another thread's local variable.
// expect: host-pointer-in-kernel kernel=swap at=@read block=0,0,0 what~"local memory of another thread" advice~"shared memory"
// fixed: The value goes by shared memory.
// prints: 31
#include <cstdio>
#include <cuda_runtime.h>

__global__ void swap(int *out) {
  int own = threadIdx.x;
#ifdef FIXED
  __shared__ int of[32];
  of[threadIdx.x] = own;
  __syncthreads();
  out[threadIdx.x] = of[31 - threadIdx.x];
#else
  __shared__ int *of[32];
  of[threadIdx.x] = &own;
  __syncthreads();
  out[threadIdx.x] = *of[31 - threadIdx.x]; // @read
#endif
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, 128);
  swap<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

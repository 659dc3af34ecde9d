// cudaFreeAsync in one stream of memory that a kernel in another stream may still use.
// expect: race-stream at=@free other=@write what~"cudaFreeAsync"
// may: use-after-free kernel=fill at=@write other=@free
// fixed: The stream that frees waits for an event behind the kernel.
// prints: done
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x) {
  x[threadIdx.x] = 1; // @write
}

int main() {
  int *x;
  cudaStream_t one, two;
  cudaEvent_t made, filled;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&made);
  cudaEventCreate(&filled);
  cudaMallocAsync(&x, 32 * sizeof(int), two);
  cudaEventRecord(made, two);
  cudaStreamWaitEvent(one, made, 0);
  fill<<<1, 32, 0, one>>>(x);
  cudaEventRecord(filled, one);
#ifdef FIXED
  cudaStreamWaitEvent(two, filled, 0);
#endif
  cudaFreeAsync(x, two); // @free
  cudaDeviceSynchronize();
  printf("done\n");
  cudaEventDestroy(made);
  cudaEventDestroy(filled);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}

// The host reads managed memory behind the launch that writes it, and waits for nothing.
// expect: race-stream at=@read other=@write what~"launched at" what~"in the default stream" advice~"cudaDeviceSynchronize"
// fixed: cudaDeviceSynchronize() before the host reads.
// prints: 42
#include <cstdio>
#include <cuda_runtime.h>

__global__ void answer(int *x) {
  x[threadIdx.x] = 42; // @write
}

int main() {
  int *x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  for (int i = 0; i < 32; i++) x[i] = 0;
  answer<<<1, 32>>>(x);
#ifdef FIXED
  cudaDeviceSynchronize();
#endif
  int got = x[7]; // @read
  cudaDeviceSynchronize();
  printf("%d\n", got);
  cudaFree(x);
}

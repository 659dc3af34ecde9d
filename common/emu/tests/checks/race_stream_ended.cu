// A stream is destroyed while its kernel may still run. A new stream has no order with it.
// expect: race-stream at=@write other=@read what~"kernel add_one (launched" advice~"cudaStreamWaitEvent"
// fixed: The host waits for the stream before it destroys it.
// prints: 7
#include <cstdio>
#include <cuda_runtime.h>

__global__ void put(int *x) {
  *x = 6; // @write
}
__global__ void add_one(int *y, const int *x) {
  *y = *x + 1; // @read
}

int main() {
  int *x, *y, host;
  cudaStream_t s;
  cudaMalloc(&x, sizeof(int));
  cudaMalloc(&y, sizeof(int));
  cudaStreamCreate(&s);
  put<<<1, 1, 0, s>>>(x);
#ifdef FIXED
  cudaStreamSynchronize(s);
#endif
  cudaStreamDestroy(s);
  cudaStreamCreate(&s);
  add_one<<<1, 1, 0, s>>>(y, x);
  cudaMemcpy(&host, y, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaStreamDestroy(s);
  cudaFree(x);
  cudaFree(y);
}

// A stream made with cudaStreamNonBlocking does not wait for the default stream, in which cudaMemset works.
// expect: race-stream at=@add other=@clear what~"cudaMemset" what~"the default stream" advice~"cudaStreamNonBlocking"
// may: race-stream at=@clear other=@out
// may: uninitialised-read kernel=add at=@add
// fixed: An ordinary stream, which the default stream orders.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *x) {
  x[threadIdx.x] += 1; // @add
}

int main() {
  int *x, host;
  cudaStream_t stream;
#ifdef FIXED
  cudaStreamCreate(&stream);
#else
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#endif
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int)); // @clear
  add<<<1, 32, 0, stream>>>(x);
  cudaMemcpyAsync(&host, x, sizeof host, cudaMemcpyDeviceToHost, stream); // @out
  cudaStreamSynchronize(stream);
  printf("%d\n", host);
  cudaFree(x);
  cudaStreamDestroy(stream);
}

// A kernel in one stream reads what a kernel in another stream writes, and nothing lets it wait.
// expect: race-stream at=@write other=@read what~"kernel halve (launched" what~"in stream 2" advice~"cudaStreamWaitEvent"
// fixed: The second stream waits for an event of the first.
// prints: 50
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i; // @write
}
__global__ void halve(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] / 2; // @read
}

int main() {
  const int n = 1000;
  int *x, *y, host;
  cudaStream_t one, two;
  cudaEvent_t filled;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&filled);
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  fill<<<4, 256, 0, one>>>(x, n);
  cudaEventRecord(filled, one);
#ifdef FIXED
  cudaStreamWaitEvent(two, filled, 0);
#endif
  halve<<<4, 256, 0, two>>>(y, x, n);
  cudaMemcpy(&host, y + 100, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(x);
  cudaFree(y);
  cudaEventDestroy(filled);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}

// Chunks in two streams: copy in, compute, copy out; each stream in order, a third stream behind both by events; a flag that
// the host polls; the same input read by both streams.
// prints: 1999000 1000 4000
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int *y, const int *x, int n, int *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
  if (i < n) atomicAdd(done, 1);
}
__global__ void sum(int *total, const int *y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(total, y[i]);
}

int main() {
  const int n = 2000, chunks = 8, size = n / chunks;
  int *in, *out, *x, *y, *counts, *polled;
  cudaStream_t stream[2], last;
  cudaEvent_t event[2], ready;
  cudaMallocHost(&in, n * sizeof(int));
  cudaHostAlloc(&out, n * sizeof(int), cudaHostAllocDefault);
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaMalloc(&counts, 2 * sizeof(int));
  cudaMallocHost(&polled, 2 * sizeof(int));
  for (int s = 0; s < 2; s++) {
    cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event[s], cudaEventDisableTiming);
  }
  cudaEventCreate(&ready);
  cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking);
  for (int i = 0; i < n; i++) in[i] = i;
  cudaMemsetAsync(counts, 0, 2 * sizeof(int), last);
  cudaEventRecord(ready, last);
  cudaStreamWaitEvent(stream[0], ready, 0);
  cudaStreamWaitEvent(stream[1], ready, 0);
  for (int c = 0; c < chunks; c++) {
    cudaStream_t s = stream[c % 2];
    cudaMemcpyAsync(x + c * size, in + c * size, size * sizeof(int), cudaMemcpyHostToDevice, s);
    twice<<<(size + 127) / 128, 128, 0, s>>>(y + c * size, x + c * size, size, counts);
    cudaMemcpyAsync(out + c * size, y + c * size, size * sizeof(int), cudaMemcpyDeviceToHost, s);
  }
  for (int s = 0; s < 2; s++) {
    cudaEventRecord(event[s], stream[s]);
    cudaStreamWaitEvent(last, event[s], 0);
  }
  sum<<<1, 64, 0, last>>>(counts + 1, y, n / 2);
  cudaMemcpyAsync(polled, counts, 2 * sizeof(int), cudaMemcpyDeviceToHost, last);
  while (cudaEventQuery(event[0]) == cudaErrorNotReady) {
  }
  while (cudaStreamQuery(stream[1]) == cudaErrorNotReady) {
  }
  long long all = 0;
  for (int i = 0; i < n; i++) all += out[i];
  while (cudaStreamQuery(last) == cudaErrorNotReady) {
  }
  printf("%lld %d %d\n", all / 2, polled[1] / 999, polled[0] * 2);
  for (int s = 0; s < 2; s++) cudaStreamDestroy(stream[s]), cudaEventDestroy(event[s]);
  cudaStreamDestroy(last);
  cudaEventDestroy(ready);
  cudaFree(x), cudaFree(y), cudaFree(counts);
  cudaFreeHost(in), cudaFreeHost(out), cudaFreeHost(polled);
}

// Errors that the program has seen: by the result of the call, kept or handed on, by the last error, or asked for in a loop.
// prints: 1 1 1 1 1
#include <cstdio>
#include <cuda_runtime.h>

static cudaError_t handed_on() {
  return cudaSetDevice(99);
}
static int checks(cudaError_t e, int line) {
  return e == cudaErrorInvalidDevice && line > 0;
}

int main() {
  int kept = checks(cudaSetDevice(99), __LINE__);
  cudaError_t e = cudaSetDevice(98);
  int *d = nullptr;
  cudaMalloc(&d, 4);
  cudaFree(d);
  cudaSetDevice(97);
  int last = cudaGetLastError() == cudaErrorInvalidDevice;
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventRecord(a);
  cudaEventRecord(b);
  float ms = -1;
  while (cudaEventElapsedTime(&ms, a, b) == cudaErrorNotReady) cudaEventQuery(b);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaStreamQuery(0);
  printf("%d %d %d %d %d\n", kept, e == cudaErrorInvalidDevice, last, handed_on() == cudaErrorInvalidDevice,
         ms >= 0);
}

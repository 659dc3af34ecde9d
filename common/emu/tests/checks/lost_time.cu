// A time is asked for before the later event is done: a device has none yet, and says so.
// note: call-error-unread at=@call what~"cudaEventElapsedTime returns cudaErrorNotReady" advice~"cudaEventSynchronize" advice~"wait first: cudaEventSynchronize(the"
// fixed: The program waits for the later event, as advised.
// prints: measured
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ones(int *a) {
  a[threadIdx.x] = 1;
}

int main() {
  int *d;
  float ms = -1;
  cudaEvent_t a, b;
  cudaMalloc(&d, 128);
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventRecord(a);
  ones<<<1, 32>>>(d);
  cudaEventRecord(b);
#ifdef FIXED
  cudaEventSynchronize(b);
#endif
  cudaEventElapsedTime(&ms, a, b); // @call
  printf("%s\n", ms >= 0 ? "measured" : "not measured");
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaFree(d);
}

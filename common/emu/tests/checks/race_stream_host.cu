// The host fills a pinned buffer anew while the copy out of it may still be under way.
// expect: race-stream at=@copy other=@fill what~"host code" advice~"cudaStreamSynchronize"
// fixed: The host waits for the copy first.
// prints: 499500
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  const int n = 1000;
  int *pinned, *x, host[n];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaMalloc(&x, n * sizeof(int));
  for (int i = 0; i < n; i++) pinned[i] = i;
  cudaMemcpyAsync(x, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream); // @copy
#ifdef FIXED
  cudaStreamSynchronize(stream);
#endif
  for (int i = 0; i < n; i++) pinned[i] = -1; // @fill
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += host[i];
  printf("%d\n", sum);
  cudaFree(x);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

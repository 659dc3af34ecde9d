// A kernel is launched into a stream of another device.
// environment: EMU_DEVICES=2
// expect: invalid-launch kernel=set at=@launch advice~"launch into a stream that was made"
// expect: launch-error-unread kernel=set at=@launch
// fixed: What is advised.
// prints: 5
#include <cstdio>

__global__ void set(int *a) {
  *a = 5;
}

int main() {
  int *a, h = -1;
  cudaStream_t s;
  cudaMalloc(&a, sizeof h);
  cudaStreamCreate(&s);
#ifndef FIXED
  cudaSetDevice(1);
#endif
  set<<<1, 1, 0, s>>>(a); // @launch
  cudaStreamSynchronize(s);
  cudaSetDevice(0);
#ifdef FIXED
  cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
#endif
  printf("%d\n", h);
  cudaStreamDestroy(s);
  cudaFree(a);
}

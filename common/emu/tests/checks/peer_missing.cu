// A kernel of device 0 reads memory of device 1, and nobody has allowed it.
// environment: EMU_DEVICES=2
// expect: no-peer-access kernel=take at=@read what~"device 1" advice~"call cudaDeviceEnablePeerAccess(other device"
// fixed: cudaDeviceEnablePeerAccess(1, 0) while device 0 is set.
// prints: 7
#include <cstdio>
#include <cuda_runtime.h>

__global__ void take(int *to, const int *from) {
  *to = *from; // @read
}

int main() {
  int *x, *y, host;
  cudaSetDevice(1);
  cudaMalloc(&y, sizeof *y);
  cudaMemset(y, 0, sizeof *y);
  host = 7;
  cudaMemcpy(y, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaSetDevice(0);
  cudaMalloc(&x, sizeof *x);
#ifdef FIXED
  cudaDeviceEnablePeerAccess(1, 0);
#endif
  take<<<1, 1>>>(x, y);
  host = 0;
  cudaMemcpy(&host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(x);
  cudaFree(y);
}

// A copy between devices that names another device than the memory's.
// environment: EMU_DEVICES=3
// expect: bad-copy at=@copy what~"memory of device 2, but it is memory of device 1" advice~"state the device"
// fixed: It names the device whose memory it is.
// prints: 5
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  int *x[2], host = 5;
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(d);
    cudaMalloc(&x[d], sizeof host);
    cudaMemcpy(x[d], &host, sizeof host, cudaMemcpyHostToDevice);
  }
#ifdef FIXED
  cudaMemcpyPeerAsync(x[1], 1, x[0], 0, sizeof host, 0);
#else
  cudaMemcpyPeerAsync(x[1], 2, x[0], 0, sizeof host, 0); // @copy
#endif
  cudaDeviceSynchronize();
  host = 0;
  cudaMemcpy(&host, x[1], sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(x[0]);
  cudaFree(x[1]);
}

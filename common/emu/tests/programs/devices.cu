// Four devices: pointers, variables, streams and events of each; copies between them, and peer access.
// environment: EMU_DEVICES=4
// prints: devices: ok
#include "check.h"

__device__ int own = 5;

__global__ void put(int *x, int v) {
  *x = v + own;
}
__global__ void add(int *to, const int *from) {
  *to += *from;
}
__global__ void change(int v) {
  own = v;
}

int main() {
  int count = 0, host = 0, *x[4];
  cudaPointerAttributes about;
  CUDA(cudaGetDeviceCount(&count));
  expect("count", 0, count, 4);
  for (int d = 0; d < count; d++) {
    CUDA(cudaSetDevice(d));
    CUDA(cudaMalloc(&x[d], sizeof(int)));
    CUDA(cudaPointerGetAttributes(&about, x[d]));
    expect("pointer", d, about.device, d);
    if (d) change<<<1, 1>>>(10 * d);
    put<<<1, 1>>>(x[d], d);
  }
  for (int d = 0; d < count;
       d++) { // each device has its own variables, and its memory may be copied from anywhere
    CUDA(cudaMemcpy(&host, x[d], sizeof host, cudaMemcpyDeviceToHost));
    expect("variable", d, host, d + (d ? 10 * d : 5));
  }
  int can = 0;
  CUDA(cudaDeviceCanAccessPeer(&can, 2, 3));
  expect("can", 0, can, 1);
  CUDA(cudaSetDevice(2));
  CUDA(cudaDeviceEnablePeerAccess(3, 0));
  expect("again", 0, (int)cudaDeviceEnablePeerAccess(3, 0), (int)cudaErrorPeerAccessAlreadyEnabled);
  cudaGetLastError();
  cudaDeviceSynchronize();
  add<<<1, 1>>>(x[2], x[3]);
  CUDA(cudaMemcpyPeer(x[0], 0, x[2], 2, sizeof(int)));
  CUDA(cudaMemcpy(&host, x[0], sizeof host, cudaMemcpyDeviceToHost));
  expect("peer", 0, host, 22 + 33);
  // A stream of device 1 hands over to one of device 0 by an event.
  cudaStream_t s0, s1;
  cudaEvent_t e1;
  CUDA(cudaSetDevice(1));
  CUDA(cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&e1));
  put<<<1, 1, 0, s1>>>(x[1], 100);
  CUDA(cudaMemcpyPeerAsync(x[0], 0, x[1], 1, sizeof(int), s1));
  CUDA(cudaEventRecord(e1, s1));
  CUDA(cudaSetDevice(0));
  CUDA(cudaStreamCreateWithFlags(&s0, cudaStreamNonBlocking));
  expect("event of another device", 0, (int)cudaEventRecord(e1, s0), (int)cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  CUDA(cudaStreamWaitEvent(s0, e1, 0));
  add<<<1, 1, 0, s0>>>(x[0], x[0]);
  CUDA(cudaStreamSynchronize(s0));
  CUDA(cudaMemcpy(&host, x[0], sizeof host, cudaMemcpyDeviceToHost));
  expect("between streams", 0, host, 220);
  expect("no such device", 0, (int)cudaSetDevice(4), (int)cudaErrorInvalidDevice);
  cudaGetLastError();
  for (int d = 0; d < count; d++) CUDA(cudaFree(x[d]));
  CUDA(cudaEventDestroy(e1));
  CUDA(cudaStreamDestroy(s0));
  CUDA(cudaStreamDestroy(s1));
  return finish("devices");
}

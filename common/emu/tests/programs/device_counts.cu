// What goes between devices: copies and their runs, accesses of kernels, the busiest link, waits for several streams of a device, and
// launches that have no order with one on another device.
// environment: EMU_DEVICES=3
// prints: device counts: ok
#include "check.h"
#include <emu/emu.h>

enum { N = 64, BYTES = N * sizeof(int) };
static int *x[3];
static cudaStream_t s[3];

__global__ void store(int *to) {
  to[threadIdx.x] = (int)threadIdx.x;
}
__global__ void take(int *to, const int *from) {
  to[threadIdx.x] = from[threadIdx.x];
}
__global__ void add(int *to, const int *from) {
  atomicAdd(&to[threadIdx.x], from[0]);
}

struct counts {
  uint64_t copies, copy_bytes, access_bytes, busiest, waits, beside;
};

static void counted(long what, struct counts want) {
  for (int d = 0; d < 3; d++) CUDA(cudaStreamSynchronize(s[d]));
  const uint64_t *v = emu_report_get()->total.v;
  expect("copies", what, v[EMU_peer_copies], want.copies);
  expect("copy bytes", what, v[EMU_peer_copy_bytes], want.copy_bytes);
  expect("access bytes", what, v[EMU_peer_access_bytes], want.access_bytes);
  expect("busiest link", what, v[EMU_busiest_link_bytes], want.busiest);
  expect("waits", what, v[EMU_device_waits], want.waits);
  expect("beside", what, v[EMU_launches_beside_devices], want.beside);
  emu_report_reset();
}

static void on(int device) {
  CUDA(cudaSetDevice(device));
  store<<<1, N, 0, s[device]>>>(x[device]);
}

int main() {
  for (int d = 0; d < 3; d++) {
    CUDA(cudaSetDevice(d));
    CUDA(cudaMalloc(&x[d], BYTES));
    CUDA(cudaStreamCreateWithFlags(&s[d], cudaStreamNonBlocking));
    store<<<1, N>>>(x[d]);
  }
  CUDA(cudaDeviceSynchronize());
  emu_report_reset();
  CUDA(cudaMemcpyPeerAsync(x[1], 1, x[0], 0, BYTES, s[0]));
  CUDA(cudaMemcpyAsync(x[2], x[0], BYTES, cudaMemcpyDefault,
                       s[0])); // no peer in the name: a peer copy all the same
  counted(0, {2, 2 * BYTES, 0, 2 * BYTES, 0, 0});
  CUDA(cudaMemcpyPeerAsync(x[1], 1, x[0], 0, BYTES, s[0])); // one sends to one, and that one to the third
  CUDA(cudaMemcpyPeerAsync(x[2], 2, x[1], 1, BYTES, s[0]));
  counted(1, {2, 2 * BYTES, 0, BYTES, 0, 0});
  CUDA(cudaMemcpy2DAsync(x[1], 32, x[0], 16, 8, 4, cudaMemcpyDefault, s[0])); // four runs; then one
  CUDA(cudaMemcpy2DAsync(x[1], 8, x[0], 8, 8, 4, cudaMemcpyDefault, s[0]));
  counted(2, {5, 64, 0, 64, 0, 0});
  CUDA(cudaMemcpyAsync(x[0] + 32, x[0], 16, cudaMemcpyDefault, s[0])); // within a device
  counted(3, {0, 0, 0, 0, 0, 0});
  cudaEvent_t ordered;
  CUDA(cudaSetDevice(0));
  CUDA(cudaEventCreate(&ordered));
  CUDA(cudaSetDevice(2));
  CUDA(cudaMemcpyPeer(x[1], 1, x[0], 0, 4));
  CUDA(cudaDeviceSynchronize());
  counted(4, {1, 4, 0, 4, 1, 0});
  CUDA(cudaSetDevice(0)); // work of one stream alone, of two, and of two whose first one has been waited for
  store<<<1, N, 0, s[0]>>>(x[0]);
  CUDA(cudaDeviceSynchronize());
  counted(10, {0, 0, 0, 0, 0, 0});
  store<<<1, N, 0, s[0]>>>(x[0]);
  CUDA(cudaMemcpyAsync(x[0] + 32, x[0] + 16, 4, cudaMemcpyDefault, s[0]));
  CUDA(cudaEventRecord(ordered, s[0]));
  CUDA(cudaStreamWaitEvent(0, ordered, 0));
  store<<<1, N>>>(x[0]);
  CUDA(cudaDeviceSynchronize());
  counted(11, {0, 0, 0, 0, 1, 0});
  store<<<1, N, 0, s[0]>>>(x[0]);
  CUDA(cudaStreamSynchronize(s[0]));
  store<<<1, N>>>(x[0]);
  CUDA(cudaDeviceSynchronize());
  counted(12, {0, 0, 0, 0, 0, 0});
  CUDA(cudaSetDevice(0)); // kernels reach over: loads, and atomics of what lies there, which go both ways
  CUDA(cudaDeviceEnablePeerAccess(1, 0));
  take<<<1, N, 0, s[0]>>>(x[0], x[1]);
  take<<<1, N, 0, s[0]>>>(x[0], x[0]);
  counted(5, {0, 0, BYTES, BYTES, 0, 0});
  take<<<1, N, 0, s[0]>>>(x[1], x[0]);
  counted(6, {0, 0, BYTES, BYTES, 0, 0});
  add<<<1, N, 0, s[0]>>>(x[1], x[0]);
  counted(7, {0, 0, BYTES, BYTES, 0, 0});
  on(0), on(1), on(2), on(2);
  counted(8, {0, 0, 0, 0, 0, 3});
  on(0); // the host between them; then an event
  CUDA(cudaStreamSynchronize(s[0]));
  on(1);
  cudaEvent_t e;
  CUDA(cudaEventCreate(&e));
  CUDA(cudaEventRecord(e, s[1]));
  CUDA(cudaStreamWaitEvent(s[2], e, 0));
  on(2);
  counted(9, {0, 0, 0, 0, 0, 0});
  CUDA(cudaEventDestroy(e));
  CUDA(cudaEventDestroy(ordered));
  for (int d = 0; d < 3; d++) {
    CUDA(cudaFree(x[d]));
    CUDA(cudaStreamDestroy(s[d]));
  }
  return finish("device counts");
}

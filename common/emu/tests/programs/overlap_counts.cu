// Copies that have no order with a kernel: what streams, events, waits, pageable memory and the device's own copies make of
// the count.
// prints: overlap: ok
#include "check.h"
#include <cstdlib>
#include <emu/emu.h>

__global__ void store(int *x) {
  x[threadIdx.x] = 1;
}

__global__ void nothing() {}

__global__ void load(const int *x) {
  if (x[threadIdx.x] == 12345) __trap();
}

static cudaStream_t s, t;
static cudaEvent_t e;
static int *x, *y, *z, *pinned;
enum { BYTES = 128 };

static void in(int *to, cudaStream_t stream) {
  CUDA(cudaMemcpyAsync(to, pinned, BYTES, cudaMemcpyHostToDevice, stream));
}

static void counted(long what, uint64_t copies) {
  CUDA(cudaDeviceSynchronize());
  expect("overlapped_copy_bytes", what, emu_report_get()->total.v[EMU_overlapped_copy_bytes], copies * BYTES);
  emu_report_reset();
}

int main() {
  CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  CUDA(cudaStreamCreate(&t));
  CUDA(cudaEventCreate(&e));
  CUDA(cudaMalloc(&x, BYTES));
  CUDA(cudaMalloc(&y, BYTES));
  CUDA(cudaMalloc(&z, BYTES));
  CUDA(cudaMallocHost(&pinned, BYTES));
  int *pageable = (int *)malloc(BYTES);
  for (int i = 0; i < 32; i++) pinned[i] = pageable[i] = i;
  in(x, s); // a copy, and a kernel of another stream behind it; both orders; each copy once
  store<<<1, 32, 0, t>>>(y);
  store<<<1, 32, 0, t>>>(y);
  in(x, s);
  counted(0, 2);
  in(x, s); // one stream
  store<<<1, 32, 0, s>>>(x);
  counted(1, 0);
  in(x, s); // an event between them
  CUDA(cudaEventRecord(e, s));
  CUDA(cudaStreamWaitEvent(t, e, 0));
  store<<<1, 32, 0, t>>>(x);
  counted(2, 0);
  in(x, s); // the host between them
  CUDA(cudaStreamSynchronize(s));
  store<<<1, 32, 0, t>>>(y);
  counted(3, 0);
  in(x, t); // the default stream waits for all streams but those that do not block
  store<<<1, 32>>>(y);
  in(z, s);
  counted(4, 1);
  store<<<1, 32, 0, t>>>(y); // pageable memory; then the same memory, pinned
  CUDA(cudaMemcpyAsync(x, pageable, BYTES, cudaMemcpyHostToDevice, s));
  counted(5, 0);
  CUDA(cudaHostRegister(pageable, BYTES, 0));
  store<<<1, 32, 0, t>>>(y);
  CUDA(cudaMemcpyAsync(x, pageable, BYTES, cudaMemcpyHostToDevice, s));
  counted(6, 1);
  CUDA(cudaHostUnregister(pageable));
  store<<<1, 32, 0, t>>>(y); // within a device; nothing but copies
  CUDA(cudaMemsetAsync(x, 0, BYTES, s));
  counted(7, 0);
  in(x, s);
  in(y, t);
  counted(8, 0);
  cudaGraph_t graph; // a graph's branches
  cudaGraphExec_t run;
  CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CUDA(cudaEventRecord(e, s));
  CUDA(cudaStreamWaitEvent(t, e, 0));
  in(x, s);
  store<<<1, 32, 0, t>>>(y);
  CUDA(cudaEventRecord(e, t));
  CUDA(cudaStreamWaitEvent(s, e, 0));
  CUDA(cudaStreamEndCapture(s, &graph));
  CUDA(cudaGraphInstantiate(&run, graph, 0));
  CUDA(cudaGraphLaunch(run, s));
  counted(9, 1);
  CUDA(cudaGraphExecDestroy(run));
  CUDA(cudaGraphDestroy(graph));
  for (int k = 0; k < 5; k++)
    in(x, s); // a kernel hides copies of twice the bytes that it stores; one that only loads none
  store<<<1, 32, 0, t>>>(y);
  counted(10, 2);
  nothing<<<1, 32, 0, t>>>();
  in(x, s);
  nothing<<<1, 32, 0, t>>>();
  counted(11, 0);
  load<<<1, 32, 0, t>>>(y);
  in(x, s);
  counted(12, 0);
  CUDA(cudaFree(x));
  CUDA(cudaFree(y));
  CUDA(cudaFree(z));
  CUDA(cudaFreeHost(pinned));
  free(pageable);
  return finish("overlap");
}

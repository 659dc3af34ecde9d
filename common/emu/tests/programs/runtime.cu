// The runtime calls a lab needs: memory, copies, streams, events, errors, properties.
// shows: the runtime API | allocations, copies, streams, events, errors
// prints: runtime: ok
#include "check.h"

#include <cstring>

__global__ void fill(int *out, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = v;
}

static void memory() {
  const int n = 1000;
  int *a, *b, *pinned;
  CUDA(cudaMalloc((void **)&a, n * sizeof(int)));
  CUDA(cudaMalloc(&b, n * sizeof(int)));
  CUDA(cudaMallocHost(&pinned, n * sizeof(int)));
  expect("alignment", 0, (int)((size_t)a % 256 + (size_t)b % 256), 0);
  CUDA(cudaMemset(a, 0x01, n * sizeof(int)));
  CUDA(cudaMemcpy(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice));
  CUDA(cudaMemcpy(pinned, b, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) expect("memset", i, pinned[i], 0x01010101);
  int host[10] = {0}, again[10];
  for (int i = 0; i < 10; i++) host[i] = i;
  CUDA(cudaMemcpy(a + 5, host, sizeof host, cudaMemcpyDefault));
  CUDA(cudaMemcpy(again, a + 5, sizeof again, cudaMemcpyDefault));
  CUDA(cudaMemcpy(host, again, sizeof host, cudaMemcpyHostToHost));
  for (int i = 0; i < 10; i++) expect("default", i, host[i], i);
  CUDA(cudaMemcpy2D(b, 20, a + 5, 40, 12, 1, cudaMemcpyDeviceToDevice));
  CUDA(cudaMemcpy(again, b, 12, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3; i++) expect("2D", i, again[i], i);
  size_t free_bytes = 0, total = 0;
  CUDA(cudaMemGetInfo(&free_bytes, &total));
  expect("memory info", 0, free_bytes > 0 && free_bytes < total, true);
  CUDA(cudaFreeHost(pinned));
  CUDA(cudaFree(a));
  CUDA(cudaFree(b));
  CUDA(cudaFree(nullptr));
}

static void streams() {
  const int n = 500;
  cudaStream_t stream, other;
  cudaEvent_t start, end;
  int *d, *h;
  CUDA(cudaMalloc(&d, n * sizeof(int)));
  CUDA(cudaHostAlloc(&h, n * sizeof(int), cudaHostAllocDefault));
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&start));
  CUDA(cudaEventCreateWithFlags(&end, cudaEventDefault));
  CUDA(cudaEventRecord(start, stream));
  CUDA(cudaMemsetAsync(d, 0, n * sizeof(int), stream));
  fill<<<2, 256, 0, stream>>>(d, 7, n);
  CUDA(cudaEventRecord(end, stream));
  CUDA(cudaStreamWaitEvent(other, end, 0));
  CUDA(cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, other));
  CUDA(cudaStreamSynchronize(other));
  for (int i = 0; i < n; i++) expect("stream", i, h[i], 7);
  CUDA(cudaEventSynchronize(end));
  float ms = -1;
  CUDA(cudaEventElapsedTime(&ms, start, end));
  expect("elapsed", 0, ms >= 0, true);
  expect("query", 0, (int)cudaStreamQuery(stream), (int)cudaSuccess);
  CUDA(cudaEventDestroy(start));
  CUDA(cudaEventDestroy(end));
  CUDA(cudaStreamDestroy(stream));
  CUDA(cudaStreamDestroy(other));
  CUDA(cudaFree(d));
  CUDA(cudaFreeHost(h));
}

static void errors() {
  int *d = nullptr;
  expect("too much", 0, (int)cudaMalloc(&d, (size_t)1 << 50), (int)cudaErrorMemoryAllocation);
  expect("peek", 0, (int)cudaPeekAtLastError(), (int)cudaErrorMemoryAllocation);
  expect("get", 0, (int)cudaGetLastError(), (int)cudaErrorMemoryAllocation);
  expect("cleared", 0, (int)cudaGetLastError(), (int)cudaSuccess);
  expect("text", 0, strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"), 0);
  expect("text", 1, strcmp(cudaGetErrorString(cudaSuccess), "no error"), 0);
  expect("name", 0, strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"), 0);
  expect("device 99", 0, (int)cudaSetDevice(99), (int)cudaErrorInvalidDevice);
  cudaGetLastError();
}

static void device() {
  int count = 0, current = -1, threads = 0;
  CUDA(cudaGetDeviceCount(&count));
  expect("count", 0, count >= 1, true);
  CUDA(cudaSetDevice(0));
  CUDA(cudaGetDevice(&current));
  expect("current", 0, current, 0);
  cudaDeviceProp p;
  CUDA(cudaGetDeviceProperties(&p, 0));
  expect("warp", 0, p.warpSize, 32);
  expect("threads", 0, p.maxThreadsPerBlock, 1024);
  expect("z", 0, p.maxThreadsDim[2], 64);
  expect("name", 0, p.name[0] != 0 && p.multiProcessorCount > 0 && p.totalGlobalMem > 0, true);
  expect("shared", 0, p.sharedMemPerBlock, (size_t)48 * 1024);
  CUDA(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0));
  expect("attribute", 0, threads, 1024);
  CUDA(cudaDeviceSynchronize());
}

int main() {
  memory();
  streams();
  errors();
  device();
  return finish("runtime");
}

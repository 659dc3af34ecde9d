// Work in streams runs in a right order whatever the seed: the default stream, host functions, staged and pinned copies.
// prints: streams: ok
#include "check.h"
#include <cstring>
#include <string>

__global__ void set(int *x, int v) {
  *x = v;
}
__global__ void times(int *x, int v) {
  *x *= v;
}
struct Big {
  int v[40];
};
__global__ void take(int *x, Big big, double factor, const char *text) {
  *x = (int)(big.v[39] * factor) + (text ? 1 : 0);
}

static int *device_word() {
  int *d;
  CUDA(cudaMalloc(&d, sizeof *d));
  return d;
}

// The default stream waits for ordinary streams, and they for it.
static void default_stream() {
  int *d = device_word(), host = 0;
  cudaStream_t s, t;
  CUDA(cudaStreamCreate(&s));
  CUDA(cudaStreamCreate(&t));
  set<<<1, 1, 0, s>>>(d, 2);
  times<<<1, 1>>>(d, 5);
  times<<<1, 1, 0, t>>>(d, 7);
  CUDA(cudaMemcpy(&host, d, sizeof host, cudaMemcpyDeviceToHost));
  expect("default stream", 0, host, 70);
  set<<<1, 1, 0, s>>>(d, 3);
  CUDA(cudaStreamDestroy(s)); // its work still runs
  CUDA(cudaStreamDestroy(t));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaMemcpy(&host, d, sizeof host, cudaMemcpyDeviceToHost));
  expect("destroyed", 0, host, 3);
  CUDA(cudaFree(d));
}

static std::string heard;
static void say(void *word) {
  heard += (const char *)word;
}
static void CUDART_CB answer(cudaStream_t, cudaError_t status, void *word) {
  heard += status == cudaSuccess ? (const char *)word : "?";
  expect("a call in a callback", 0, (int)cudaDeviceSynchronize(), (int)cudaErrorNotPermitted);
}

// Host functions run in their stream's order, and across streams behind events.
static void host_functions() {
  cudaStream_t s, t;
  cudaEvent_t e;
  CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&e));
  CUDA(cudaLaunchHostFunc(s, say, (void *)"a"));
  CUDA(cudaStreamAddCallback(s, answer, (void *)"b", 0));
  CUDA(cudaEventRecord(e, s));
  CUDA(cudaStreamWaitEvent(t, e, 0));
  CUDA(cudaLaunchHostFunc(t, say, (void *)"c"));
  CUDA(cudaStreamSynchronize(t));
  expect("host functions", 0, strcmp(heard.c_str(), "abc"), 0);
  CUDA(cudaEventDestroy(e));
  CUDA(cudaStreamDestroy(s));
  CUDA(cudaStreamDestroy(t));
}

// Pageable memory is read at the call, and written when the call returns; arguments are copied at the launch.
static void staged() {
  int *d = device_word(), host = 11, back = 0;
  Big big = {};
  cudaStream_t s;
  CUDA(cudaStreamCreate(&s));
  CUDA(cudaMemcpyAsync(d, &host, sizeof host, cudaMemcpyHostToDevice, s));
  host = 12;
  times<<<1, 1, 0, s>>>(d, 3);
  CUDA(cudaMemcpyAsync(&back, d, sizeof back, cudaMemcpyDeviceToHost, s));
  expect("staged", 0, back, 33);
  big.v[39] = 10;
  double factor = 2.5;
  const char *text = "t";
  void *arguments[] = {&d, &big, &factor, &text};
  take<<<1, 1, 0, s>>>(d, big, factor, text);
  CUDA(cudaLaunchKernel(take, dim3(1), dim3(1), arguments, 0, s));
  big.v[39] = 0;
  factor = 0;
  CUDA(cudaMemcpyAsync(&back, d, sizeof back, cudaMemcpyDeviceToHost, s));
  expect("arguments", 0, back, 26);
  CUDA(cudaStreamDestroy(s));
  CUDA(cudaFree(d));
}

static void times_of_events() {
  cudaEvent_t a, b;
  float ms = -1;
  int *d = device_word();
  CUDA(cudaEventCreate(&a));
  CUDA(cudaEventCreate(&b));
  expect("never recorded", 0, (int)cudaEventQuery(a), (int)cudaSuccess);
  CUDA(cudaEventRecord(a));
  set<<<1, 1>>>(d, 1);
  CUDA(cudaEventRecord(b));
  CUDA(cudaEventSynchronize(b));
  CUDA(cudaEventElapsedTime(&ms, a, b));
  expect("time", 0, ms >= 0, true);
  CUDA(cudaEventDestroy(a));
  CUDA(cudaEventDestroy(b));
  CUDA(cudaFree(d));
}

int main() {
  default_stream();
  host_functions();
  staged();
  times_of_events();
  return finish("streams");
}

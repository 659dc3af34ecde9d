// shows: graphs | stream capture, of several streams by events; the calls that a capture forbids
// compared: H200, CUDA 13.0, 2026-11-24
// Two streams are captured into one graph, which runs ten times; then captures that go wrong.
// bug: race-stream
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(int *v, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += by;
}

__global__ void join(int *to, const int *a, const int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] += a[i] * b[i];
}

const int N = 256;

static void say(const char *what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
}

// What fails in a capture, and that the capture is lost.
template <class F> void forbidden(const char *what, cudaStream_t s, F call) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  say(what, call());
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  cudaError_t end = cudaStreamEndCapture(s, &graph);
  printf("  status %d, the end: %s, a graph: %d\n", (int)status, cudaGetErrorName(end), graph != NULL);
  cudaGetLastError();
}

int main() {
  int *a, *b, *sum, host[N];
  cudaStream_t s, t;
  cudaEvent_t fork, back;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&sum, sizeof host);
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&back, cudaEventDisableTiming);

  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(sum, 0, sizeof host, s);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaMemsetAsync(a, 0, sizeof host, s);
  step<<<2, 128, 0, s>>>(a, N, 3);
  cudaMemsetAsync(b, 0, sizeof host, t);
  step<<<2, 128, 0, t>>>(b, N, 4);
#ifndef BUG
  cudaEventRecord(back, t);
  cudaStreamWaitEvent(s, back, 0);
#endif
  join<<<2, 128, 0, s>>>(sum, a, b, N);
  cudaStreamGetCaptureInfo(t, &status, &id);
#ifdef BUG
  cudaEventRecord(back, t);
  cudaStreamWaitEvent(s, back, 0);
#else
  printf("the second stream takes part: %d, a capture's number: %d\n",
         status == cudaStreamCaptureStatusActive, id > 0);
#endif
  cudaMemcpyAsync(host, sum, sizeof host, cudaMemcpyDeviceToHost, s);
  say("the end", cudaStreamEndCapture(s, &graph));
  size_t nodes;
  cudaGraphGetNodes(graph, NULL, &nodes);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 10; i++) cudaGraphLaunch(exec, s);
  say("the runs", cudaStreamSynchronize(s));
  printf("%zu nodes, %d\n", nodes, host[N - 1]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);

  forbidden("a wait", s, [&] { return cudaStreamSynchronize(s); });
  forbidden("a wait for the device", s, [] { return cudaDeviceSynchronize(); });
  forbidden("a blocking copy", s, [&] { return cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost); });
  forbidden("the default stream", s, [&] {
    step<<<2, 128>>>(a, N, 1);
    return cudaGetLastError();
  });
  forbidden("a query of an event", s, [&] {
    cudaEventRecord(fork, s);
    return cudaEventQuery(fork);
  });
  forbidden("an allocation", s, [&] { return cudaMalloc(&b, 4); });

  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  step<<<2, 128, 0, t>>>(b, N, 4);
  say("not joined", cudaStreamEndCapture(s, &graph));
  cudaGetLastError();
  say("no capture", cudaStreamEndCapture(s, &graph));
  cudaGetLastError();

  cudaEventRecord(back, t);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  say("an event from outside", cudaStreamWaitEvent(s, back, 0));
  cudaStreamEndCapture(s, &graph);
  cudaGetLastError();

  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaEventDestroy(fork);
  cudaEventDestroy(back);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  return 0;
}

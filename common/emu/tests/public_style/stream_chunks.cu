// Chunks of pinned memory through three streams with events, priorities, callbacks and waits.
// shows: the runtime API | chunks in streams, `cudaStreamWaitEvent`, priorities, `cudaLaunchHostFunc`, `cudaStreamAddCallback`, timing by events
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-stream
#include <stdio.h>
#define CHUNKS 6
#define CHUNK  256

__global__ void twice(int *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
__global__ void sum(const int *data, int n, int *out) {
  int s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += data[i];
  atomicAdd(out, s);
}
void CUDART_CB count(void *argument) {
  ++*(int *)argument;
}
void CUDART_CB callback(cudaStream_t, cudaError_t status, void *argument) {
  if (status == cudaSuccess) *(int *)argument += 100;
}

int main() {
  cudaStream_t streams[3], last;
  cudaEvent_t done[3], begin, end;
  int *h, *d, *out, least, greatest, result = 0, called = 0;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  for (int i = 0; i < 3; i++) {
    cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i ? least : greatest);
    cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
  }
  cudaStreamCreate(&last);
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaHostAlloc(&h, CHUNKS * CHUNK * sizeof(int), cudaHostAllocDefault);
  cudaMalloc(&d, CHUNKS * CHUNK * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  for (int i = 0; i < CHUNKS * CHUNK; i++) h[i] = i % 10;
  cudaMemset(out, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaEventRecord(begin);
  for (int c = 0; c < CHUNKS; c++) {
    cudaStream_t s = streams[c % 3];
    cudaMemcpyAsync(d + c * CHUNK, h + c * CHUNK, CHUNK * sizeof(int), cudaMemcpyHostToDevice, s);
    twice<<<CHUNK / 64, 64, 0, s>>>(d + c * CHUNK);
    cudaMemcpyAsync(h + c * CHUNK, d + c * CHUNK, CHUNK * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, count, &called);
  }
  for (int i = 0; i < 3; i++) {
    cudaEventRecord(done[i], streams[i]);
#ifndef BUG
    cudaStreamWaitEvent(last, done[i], 0);
#endif
  }
  sum<<<1, 64, 0, last>>>(d, CHUNKS * CHUNK, out);
  cudaMemcpyAsync(&result, out, sizeof result, cudaMemcpyDeviceToHost, last);
  cudaStreamSynchronize(last);
  cudaStreamAddCallback(last, callback, &called, 0);
  cudaDeviceSynchronize();
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = -1;
  cudaEventElapsedTime(&ms, begin, end);
  int expected = 0;
  for (int i = 0; i < CHUNKS * CHUNK; i++) expected += i % 10 * 2;
  printf("%s, last %d, called %d, time %s\n", result == expected ? "equal" : "different",
         h[CHUNKS * CHUNK - 1], called, ms >= 0 ? "measured" : "none");
  for (int i = 0; i < 3; i++) {
    cudaStreamDestroy(streams[i]);
    cudaEventDestroy(done[i]);
  }
  cudaStreamDestroy(last);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFreeHost(h);
  cudaFree(d);
  cudaFree(out);
}

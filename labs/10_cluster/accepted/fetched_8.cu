// expect: pass 8_ring_all_reduce
// form: the ring turns the other way and each device fetches; copies and additions in two streams, chunks in two halves.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void plus(const float *come, float *own, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) own[i] += come[i];
}

int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch) {
  std::vector<cudaStream_t> copy(devices), add(devices);
  std::vector<cudaEvent_t> events, done(devices), fetched(devices);
  int64_t chunk = (n + devices - 1) / devices;
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamCreateWithFlags(&copy[d], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&add[d], cudaStreamNonBlocking);
  }
  auto mark = [&](int d, cudaStream_t s) {
    cudaEvent_t e;
    cudaSetDevice(d);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventRecord(e, s);
    events.push_back(e);
    return e;
  };
  for (int t = 0; t < 2 * (devices - 1); t++) {
    bool adds = t < devices - 1;
    std::vector<cudaEvent_t> now(devices);
    for (int d = 0; d < devices; d++) { // chunk c of the device behind
      int from = (d + 1) % devices, c = (d + 1 + t) % devices;
      int64_t first = c * chunk < n ? c * chunk : n, count = n - first < chunk ? n - first : chunk;
      cudaSetDevice(d);
      if (t) cudaStreamWaitEvent(copy[d], done[from], 0);
      if (t) cudaStreamWaitEvent(copy[d], done[d], 0);
      for (int64_t at = 0, half = (count + 1) / 2; at < count; at += half) {
        int64_t some = count - at < half ? count - at : half;
        float *to = adds ? scratch[d] + at : vector[d] + first + at;
        cudaMemcpyPeerAsync(to, d, vector[from] + first + at, from, some * sizeof(float), copy[d]);
      }
      fetched[d] = mark(d, copy[d]);
      now[d] = fetched[d];
      if (!adds) continue;
      cudaStreamWaitEvent(add[d], fetched[d], 0);
      if (count > 0)
        plus<<<(unsigned)((count + 31) / 32), 32, 0, add[d]>>>(scratch[d], vector[d] + first, count);
      now[d] = mark(d, add[d]);
    }
    done = now;
  }
  for (int d = 0; d < devices; d++) {
    cudaStreamSynchronize(copy[d]);
    cudaStreamSynchronize(add[d]);
    cudaStreamDestroy(copy[d]);
    cudaStreamDestroy(add[d]);
  }
  for (cudaEvent_t e : events) cudaEventDestroy(e);
  cudaSetDevice(0);
  return cudaGetLastError();
}

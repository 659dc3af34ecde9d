// expect: pass 1_overlap
// form: four streams, staging memory pinned by cudaMallocHost, chunks taken from it when their stream is reused.
#include "cluster.h"
#include <cuda_runtime.h>
#include <string.h>

struct lane {
  cudaStream_t stream;
  float *device, *host;
  int64_t at, count;
};
enum { LANES = 4 };

__global__ void map_all(float *v, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = cluster_map(v[i]);
}
static cudaError_t collect(lane &l, float *y) {
  cudaError_t e = cudaStreamSynchronize(l.stream);
  if (e == cudaSuccess && l.count) memcpy(y + l.at, l.host, l.count * sizeof *y);
  l.count = 0;
  return e;
}
int cluster_1_overlap(const float *x, int64_t n, int64_t chunk, float *y) {
  if (n == 0) return 0;
  lane lanes[LANES] = {};
  cudaError_t e = cudaSuccess;
  if (chunk > n) chunk = n;
  for (lane &l : lanes) {
    if (!e) e = cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking);
    if (!e) e = cudaMalloc(&l.device, chunk * sizeof *y);
    if (!e) e = cudaMallocHost(&l.host, chunk * sizeof *y);
  }
  int turn = 0;
  for (int64_t at = 0; at < n && !e; at += chunk, turn = (turn + 1) % LANES) {
    lane &l = lanes[turn];
    e = collect(l, y);
    if (e) break;
    l.at = at;
    l.count = n - at < chunk ? n - at : chunk;
    memcpy(l.host, x + at, l.count * sizeof *y);
    cudaMemcpyAsync(l.device, l.host, l.count * sizeof *y, cudaMemcpyHostToDevice, l.stream);
    map_all<<<(unsigned)((l.count + 127) / 128), 128, 0, l.stream>>>(l.device, l.count);
    e = cudaMemcpyAsync(l.host, l.device, l.count * sizeof *y, cudaMemcpyDeviceToHost, l.stream);
  }
  for (lane &l : lanes) {
    if (l.stream) {
      cudaError_t last = collect(l, y);
      if (!e) e = last;
      cudaStreamDestroy(l.stream);
    }
    cudaFree(l.device);
    cudaFreeHost(l.host);
  }
  return e;
}

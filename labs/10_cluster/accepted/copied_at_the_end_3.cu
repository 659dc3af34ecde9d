// expect: pass 3_peers
// form: each step sends its borders when it is done, as the next one's halos; blocks of 16 x 16; a table of events for each step.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void tile(const float *slab, float *to, const float *up, const float *down, int64_t rows,
                     int64_t columns) {
  int64_t i = (int64_t)blockIdx.y * 16 + threadIdx.y, j = (int64_t)blockIdx.x * 16 + threadIdx.x;
  if (i >= rows || j >= columns) return;
  const float *at = slab + i * columns + j;
  bool top = i == 0, bottom = i == rows - 1;
  if (j == 0 || j + 1 == columns || (top && !up) || (bottom && !down))
    to[i * columns + j] = *at;
  else
    to[i * columns + j] =
        0.25f * (((top ? up[j] : at[-columns]) + (bottom ? down[j] : at[columns])) + (at[-1] + at[1]));
}

int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  bool loads = way == CLUSTER_LOADS;
  std::vector<int> has;
  for (int d = 0; d < devices; d++)
    if (rows[d] > 0) has.push_back(d);
  int n = (int)has.size();
  std::vector<cudaStream_t> stream(n);
  std::vector<cudaEvent_t> events;
  for (int k = 0; k < n; k++) {
    cudaSetDevice(has[k]);
    cudaStreamCreateWithFlags(&stream[k], cudaStreamNonBlocking);
    for (int side = -1; side < 2; side += 2)
      if (loads && k + side >= 0 && k + side < n) cudaDeviceEnablePeerAccess(has[k + side], 0);
  }
  float *const *room[2] = {a, b};
  auto done = [&](int k) { // all of the stream so far
    cudaEvent_t e;
    cudaSetDevice(has[k]);
    cudaEventCreate(&e);
    cudaEventRecord(e, stream[k]);
    events.push_back(e);
    return e;
  };
  auto exchange = [&](int s) {
    std::vector<cudaEvent_t> ready;
    for (int k = 0; k < n; k++) {
      int d = has[k];
      float *const *r = room[s % 2];
      if (!loads && k > 0)
        cudaMemcpyPeerAsync(r[has[k - 1]] + (rows[has[k - 1]] + 1) * columns, has[k - 1], r[d] + columns, d,
                            columns * sizeof(float), stream[k]);
      if (!loads && k < n - 1)
        cudaMemcpyPeerAsync(r[has[k + 1]], has[k + 1], r[d] + rows[d] * columns, d, columns * sizeof(float),
                            stream[k]);
      ready.push_back(done(k));
    }
    for (int k = 0; k < n; k++) {
      if (k > 0) cudaStreamWaitEvent(stream[k], ready[k - 1], 0);
      if (k < n - 1) cudaStreamWaitEvent(stream[k], ready[k + 1], 0);
    }
  };
  if (steps > 0) exchange(0);
  for (int s = 0; s < steps; s++) {
    for (int k = 0; k < n; k++) {
      int d = has[k];
      const float *own = room[s % 2][d];
      const float *up = !k ? NULL : loads ? room[s % 2][has[k - 1]] + rows[has[k - 1]] * columns : own;
      const float *down = k == n - 1 ? NULL
                          : loads    ? room[s % 2][has[k + 1]] + columns
                                     : own + (rows[d] + 1) * columns;
      dim3 blocks((unsigned)(columns + 15) / 16, (unsigned)(rows[d] + 15) / 16), threads(16, 16);
      cudaSetDevice(d);
      tile<<<blocks, threads, 0, stream[k]>>>(own + columns, room[(s + 1) % 2][d] + columns, up, down,
                                              rows[d], columns);
    }
    exchange(s + 1);
  }
  for (int k = 0; k < n; k++) {
    cudaSetDevice(has[k]);
    cudaStreamSynchronize(stream[k]);
    cudaStreamDestroy(stream[k]);
    for (int side = -1; side < 2; side += 2)
      if (loads && k + side >= 0 && k + side < n) cudaDeviceDisablePeerAccess(has[k + side]);
  }
  for (cudaEvent_t e : events) cudaEventDestroy(e);
  cudaSetDevice(0);
  return cudaGetLastError();
}

// Arrays in objects: the index is data, so they cannot stay in registers either.
// note: local-array kernel=histogram at=@array what~bins.count what~"64 bytes" what~"value[i] % 16"
// note: local-array kernel=last_seen at=@list what~list.x what~"32 bytes"
// fixed: Every element is visited in turn, so that its index is a constant.
// prints: 256
#include <cstdio>
#include <cuda_runtime.h>

struct counters {
  int all;
  int count[16];
};

template <typename T> struct few { T x[8]; };

#ifdef FIXED
__global__ void histogram(const int *value, int *total, int n) {
  counters bins;
  bins.all = 0;
  for (int b = 0; b < 16; b++) bins.count[b] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int b = 0; b < 16; b++) bins.count[b] += value[i] % 16 == b;
  for (int b = 0; b < 16; b++) atomicAdd(&total[b], bins.count[b]);
}

__global__ void last_seen(const int *value, int *out, int n) {
  few<int> list;
  for (int i = 0; i < 8; i++) list.x[i] = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++) list.x[k] = (value[i] & 7) == k ? i : list.x[k];
  for (int i = 0; i < 8; i++) out[i] = list.x[i];
}
#else
__global__ void histogram(const int *value, int *total, int n) {
  counters bins; // @array
  bins.all = 0;
  for (int b = 0; b < 16; b++) bins.count[b] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) bins.count[value[i] % 16]++;
  for (int b = 0; b < 16; b++) atomicAdd(&total[b], bins.count[b]);
}

__global__ void last_seen(const int *value, int *out, int n) {
  few<int> list; // @list
  for (int i = 0; i < 8; i++) list.x[i] = 0;
  for (int i = 0; i < n; i++) list.x[value[i] & 7] = i;
  for (int i = 0; i < 8; i++) out[i] = list.x[i];
}
#endif

int main() {
  const int n = 4096;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i * 7;
  int *d, *total, first;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&total, 16 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, 16 * sizeof(int));
  histogram<<<1, 64>>>(d, total, n);
  cudaMemcpy(&first, total, sizeof first, cudaMemcpyDeviceToHost);
  last_seen<<<1, 1>>>(d, total, n);
  printf("%d\n", first);
  cudaFree(d);
  cudaFree(total);
  return 0;
}

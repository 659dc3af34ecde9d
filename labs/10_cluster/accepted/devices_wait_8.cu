// expect: pass 8_ring_all_reduce
// form: default streams, and cudaDeviceSynchronize on each device behind every step; the chunks are rounded up, and one slot serves.
#include "cluster.h"
__global__ void addk(float *a, const float *b, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}
static int waitall(int devices) {
  int e = 0;
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    int r = cudaDeviceSynchronize();
    if (r) e = r;
  }
  return e;
}
int cluster_8_ring_all_reduce(int devices, int64_t n, float *const *vector, float *const *scratch) {
  int p = devices, e = 0;
  int64_t c = (n + p - 1) / p;
#define BEGIN(k) ((k)*c < n ? (k)*c : n)
#define LEN(k)   (BEGIN((k) + 1) - BEGIN(k))
  for (int s = 0; s < p - 1 && !e; s++) {
    for (int d = 0; d < p; d++) {
      int to = (d + 1) % p, k = (d - s + p) % p;
      cudaSetDevice(d);
      if (LEN(k)) cudaMemcpyPeerAsync(scratch[to], to, vector[d] + BEGIN(k), d, LEN(k) * sizeof(float), 0);
    }
    e = waitall(p);
    for (int d = 0; d < p; d++) {
      int k = (d - 1 - s + 2 * p) % p;
      cudaSetDevice(d);
      if (LEN(k)) addk<<<(LEN(k) + 255) / 256, 256>>>(vector[d] + BEGIN(k), scratch[d], LEN(k));
    }
    if (!e) e = waitall(p);
  }
  for (int s = 0; s < p - 1 && !e; s++) {
    for (int d = 0; d < p; d++) {
      int to = (d + 1) % p, k = (d + 1 - s + p) % p;
      cudaSetDevice(d);
      if (LEN(k))
        cudaMemcpyPeerAsync(vector[to] + BEGIN(k), to, vector[d] + BEGIN(k), d, LEN(k) * sizeof(float), 0);
    }
    e = waitall(p);
  }
  cudaSetDevice(0);
  return e ? e : cudaGetLastError();
}

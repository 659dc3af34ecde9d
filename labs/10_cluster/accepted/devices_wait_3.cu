// expect: pass 3_peers
// form: default streams, and cudaDeviceSynchronize on each device behind the exchange and behind the kernels, as in many course
// form: sheets; a kernel by copies, another one by loads.
#include "cluster.h"
#include <vector>
__global__ void jac(const float *a, float *b, int64_t rows, int64_t cols, bool top, bool bottom) {
  int64_t j = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  int64_t i = blockIdx.y * (int64_t)blockDim.y + threadIdx.y + 1;
  if (j >= cols || i > rows) return;
  float v = a[i * cols + j];
  bool edge = j == 0 || j == cols - 1 || (top && i == 1) || (bottom && i == rows);
  if (!edge)
    v = 0.25f *
        ((a[(i - 1) * cols + j] + a[(i + 1) * cols + j]) + (a[i * cols + j - 1] + a[i * cols + j + 1]));
  b[i * cols + j] = v;
}
__global__ void jac_peer(const float *a, const float *up, const float *down, float *b, int64_t rows,
                         int64_t cols, bool top, bool bottom) {
  int64_t j = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  int64_t i = blockIdx.y * (int64_t)blockDim.y + threadIdx.y + 1;
  if (j >= cols || i > rows) return;
  float v = a[i * cols + j];
  bool edge = j == 0 || j == cols - 1 || (top && i == 1) || (bottom && i == rows);
  if (!edge) {
    float n = i == 1 ? up[j] : a[(i - 1) * cols + j], s = i == rows ? down[j] : a[(i + 1) * cols + j];
    v = 0.25f * ((n + s) + (a[i * cols + j - 1] + a[i * cols + j + 1]));
  }
  b[i * cols + j] = v;
}
int cluster_3_peers(enum cluster_way way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  std::vector<int> dev;
  for (int d = 0; d < devices; d++)
    if (rows[d] > 0) dev.push_back(d);
  int n = dev.size(), e = 0;
  bool loads = way == CLUSTER_LOADS;
  for (int k = 0; k + 1 < n; k++) {
    int ok = 0;
    cudaDeviceCanAccessPeer(&ok, dev[k], dev[k + 1]);
    if (!ok) loads = false;
    cudaDeviceCanAccessPeer(&ok, dev[k + 1], dev[k]);
    if (!ok) loads = false;
  }
  size_t row = columns * sizeof(float);
  if (loads)
    for (int k = 0; k < n; k++) {
      cudaSetDevice(dev[k]);
      if (k) cudaDeviceEnablePeerAccess(dev[k - 1], 0);
      if (k + 1 < n) cudaDeviceEnablePeerAccess(dev[k + 1], 0);
    }
  for (int s = 0; s < steps; s++) {
    float *const *x = s % 2 ? b : a, *const *y = s % 2 ? a : b;
    for (int k = 0; k < n && !loads; k++) {
      int d = dev[k];
      cudaSetDevice(d);
      if (k) cudaMemcpyPeerAsync(x[d], d, x[dev[k - 1]] + rows[dev[k - 1]] * columns, dev[k - 1], row, 0);
      if (k + 1 < n)
        cudaMemcpyPeerAsync(x[d] + (rows[d] + 1) * columns, d, x[dev[k + 1]] + columns, dev[k + 1], row, 0);
    }
    if (!loads)
      for (int k = 0; k < n; k++) {
        cudaSetDevice(dev[k]);
        cudaDeviceSynchronize();
      }
    for (int k = 0; k < n; k++) {
      int d = dev[k];
      cudaSetDevice(d);
      dim3 bl(32, 8), g((columns + 31) / 32, (rows[d] + 7) / 8);
      if (loads)
        jac_peer<<<g, bl>>>(x[d], k ? x[dev[k - 1]] + rows[dev[k - 1]] * columns : x[d],
                            k + 1 < n ? x[dev[k + 1]] + columns : x[d], y[d], rows[d], columns, k == 0,
                            k == n - 1);
      else
        jac<<<g, bl>>>(x[d], y[d], rows[d], columns, k == 0, k == n - 1);
    }
    for (int k = 0; k < n; k++) {
      cudaSetDevice(dev[k]);
      int r = cudaDeviceSynchronize();
      if (r) e = r;
    }
  }
  if (loads)
    for (int k = 0; k < n; k++) {
      cudaSetDevice(dev[k]);
      if (k) cudaDeviceDisablePeerAccess(dev[k - 1]);
      if (k + 1 < n) cudaDeviceDisablePeerAccess(dev[k + 1]);
    }
  cudaSetDevice(0);
  if (!e) e = cudaGetLastError();
  return e;
}

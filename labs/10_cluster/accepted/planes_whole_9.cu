// expect: pass 9_decomposition
// form: layers of axis 0 lie together and are copied as they are; the other faces are packed by one kernel, and the step reads
// form: them where they came, without unpacking; the host waits in each step.
#include "cluster.h"
#include <cuda_runtime.h>

struct shape {
  long n[3], begin[3], grid[3];
  int low[3], high[3]; // devices beside it, or -1
};

__host__ __device__ static long index_of(const shape &s, long z, long y, long x) {
  return (z * (s.n[1] + 2) + y) * (s.n[2] + 2) + x;
}

// Both layers of axis 1 and both of axis 2: blockIdx.y says which.
__global__ void gather(shape s, const float *room, float *out) {
  long k = (long)blockIdx.x * blockDim.x + threadIdx.x, xz = s.n[0] * s.n[2], yz = s.n[0] * s.n[1];
  int side = blockIdx.y % 2;
  if (blockIdx.y < 2) {
    if (k < xz) out[side * xz + k] = room[index_of(s, k / s.n[2] + 1, side ? s.n[1] : 1, k % s.n[2] + 1)];
  } else if (k < yz) {
    out[2 * xz + side * yz + k] = room[index_of(s, k / s.n[1] + 1, k % s.n[1] + 1, side ? s.n[2] : 1)];
  }
}

__global__ void advance(shape s, const float *a, float *b, const float *come) {
  long xz = s.n[0] * s.n[2], yz = s.n[0] * s.n[1], own = s.n[0] * s.n[1] * s.n[2];
  for (long k = (long)blockIdx.x * blockDim.x + threadIdx.x; k < own; k += (long)gridDim.x * blockDim.x) {
    long x = k % s.n[2], y = k / s.n[2] % s.n[1], z = k / s.n[2] / s.n[1],
         i = index_of(s, z + 1, y + 1, x + 1);
    long row = s.n[2] + 2, plane = row * (s.n[1] + 2),
         g[3] = {z + s.begin[0], y + s.begin[1], x + s.begin[2]};
    bool edge = false;
    for (int axis = 0; axis < 3; axis++) edge |= g[axis] == 0 || g[axis] == s.grid[axis] - 1;
    if (edge) {
      b[i] = a[i];
      continue;
    }
    float y0 = y > 0 ? a[i - row] : come[z * s.n[2] + x];
    float y1 = y < s.n[1] - 1 ? a[i + row] : come[xz + z * s.n[2] + x];
    float x0 = x > 0 ? a[i - 1] : come[2 * xz + z * s.n[1] + y];
    float x1 = x < s.n[2] - 1 ? a[i + 1] : come[2 * xz + yz + z * s.n[1] + y];
    b[i] = cluster_seven(a[i], a[i - plane], a[i + plane], y0, y1, x0, x1);
  }
}

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *faces) {
  enum { MOST = CLUSTER_MOST_DEVICES };
  shape part[MOST];
  cudaStream_t stream[MOST];
  float *come[MOST];
  int devices = cut[0] * cut[1] * cut[2], apart[3] = {cut[1] * cut[2], cut[2], 1};
  for (int d = 0; d < devices; d++) {
    shape &s = part[d];
    for (int axis = 0; axis < 3; axis++) {
      int k = d / apart[axis] % cut[axis];
      s.grid[axis] = size[axis];
      s.begin[axis] = cluster_part(size[axis], cut[axis], k);
      s.n[axis] = cluster_part(size[axis], cut[axis], k + 1) - s.begin[axis];
      s.low[axis] = k ? d - apart[axis] : -1;
      s.high[axis] = k + 1 < cut[axis] ? d + apart[axis] : -1;
    }
    come[d] = faces[d] + 2 * s.n[0] * (s.n[1] + s.n[2]);
    cudaSetDevice(d);
    cudaStreamCreate(&stream[d]);
  }
  for (int step = 0; step < steps; step++) {
    float *const *from = step % 2 ? b : a, *const *to = step % 2 ? a : b;
    for (int d = 0; d < devices; d++) {
      const shape &s = part[d];
      long xz = s.n[0] * s.n[2], yz = s.n[0] * s.n[1], plane = index_of(s, 1, 0, 0);
      cudaSetDevice(d);
      gather<<<dim3((unsigned)((xz > yz ? xz : yz) + 63) / 64, 4), 64, 0, stream[d]>>>(s, from[d], faces[d]);
      auto send = [&](int e, float *there, const float *here, long elements) {
        if (e >= 0) cudaMemcpyPeerAsync(there, e, here, d, elements * sizeof(float), stream[d]);
      };
      // Of a layer the columns 1 to n, rows 1 to n: from the first of them to the last.
      long inner = index_of(s, 0, 1, 1), length = (s.n[1] - 1) * (s.n[2] + 2) + s.n[2];
      if (s.low[0] >= 0)
        send(s.low[0], from[s.low[0]] + (part[s.low[0]].n[0] + 1) * plane + inner, from[d] + plane + inner,
             length);
      if (s.high[0] >= 0) send(s.high[0], from[s.high[0]] + inner, from[d] + s.n[0] * plane + inner, length);
      if (s.low[1] >= 0) send(s.low[1], come[s.low[1]] + xz, faces[d], xz);
      if (s.high[1] >= 0) send(s.high[1], come[s.high[1]], faces[d] + xz, xz);
      if (s.low[2] >= 0) {
        const shape &e = part[s.low[2]];
        send(s.low[2], come[s.low[2]] + 2 * e.n[0] * e.n[2] + yz, faces[d] + 2 * xz, yz);
      }
      if (s.high[2] >= 0) {
        const shape &e = part[s.high[2]];
        send(s.high[2], come[s.high[2]] + 2 * e.n[0] * e.n[2], faces[d] + 2 * xz + yz, yz);
      }
    }
    for (int d = 0; d < devices; d++) cudaStreamSynchronize(stream[d]);
    for (int d = 0; d < devices; d++) {
      cudaSetDevice(d);
      advance<<<8, 64, 0, stream[d]>>>(part[d], from[d], to[d], come[d]);
    }
    for (int d = 0; d < devices; d++) cudaStreamSynchronize(stream[d]);
  }
  for (int d = 0; d < devices; d++) cudaStreamDestroy(stream[d]);
  cudaSetDevice(0);
  return cudaGetLastError();
}

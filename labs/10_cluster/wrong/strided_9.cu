// expect: inefficient 9_decomposition peer_copies on emu
// fault: faces are not packed: cudaMemcpy2DAsync copies each row of a layer by itself, of the last axis each element.
#include "cluster.h"
#include <cuda_runtime.h>

struct box {
  long begin[3], n[3];
};

__global__ void seven(const float *a, float *b, struct box s, long nz, long ny, long nx) {
  long x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x >= s.n[2]) return;
  long row = s.n[2] + 2, plane = (s.n[1] + 2) * row, i = (z + 1) * plane + (y + 1) * row + x + 1;
  long gz = z + s.begin[0], gy = y + s.begin[1], gx = x + s.begin[2];
  bool edge = gz == 0 || gy == 0 || gx == 0 || gz == nz - 1 || gy == ny - 1 || gx == nx - 1;
  b[i] = edge ? a[i]
              : cluster_seven(a[i], a[i - plane], a[i + plane], a[i - row], a[i + row], a[i - 1], a[i + 1]);
}

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *) {
  int devices = cut[0] * cut[1] * cut[2], apart[3] = {cut[1] * cut[2], cut[2], 1};
  box part[CLUSTER_MOST_DEVICES];
  for (int d = 0; d < devices; d++)
    for (int i = 0; i < 3; i++) {
      int k = d / apart[i] % cut[i];
      part[d].begin[i] = cluster_part(size[i], cut[i], k);
      part[d].n[i] = cluster_part(size[i], cut[i], k + 1) - part[d].begin[i];
    }
  for (int s = 0; s < steps; s++) {
    float *const *from = s % 2 ? b : a, *const *to = s % 2 ? a : b;
    for (int d = 0; d < devices; d++) {
      cudaSetDevice(d);
      for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
          int k = d / apart[axis] % cut[axis], e = side ? d + apart[axis] : d - apart[axis];
          if (side ? k == cut[axis] - 1 : k == 0) continue;
          auto room = [&](int device, long layer) {
            const box &p = part[device];
            long stride[3] = {(p.n[1] + 2) * (p.n[2] + 2), p.n[2] + 2, 1}, at = layer * stride[axis];
            for (int other = 0; other < 3; other++) at += other == axis ? 0 : stride[other];
            return from[device] + at;
          };
          const box &p = part[d], &q = part[e];
          float *halo = room(e, side ? 0 : q.n[axis] + 1), *own = room(d, side ? p.n[axis] : 1);
          size_t line = (p.n[2] + 2) * 4, other_line = (q.n[2] + 2) * 4;
          if (axis == 0) // fault
            cudaMemcpy2DAsync(halo, other_line, own, line, p.n[2] * 4, p.n[1], cudaMemcpyDefault, 0);
          else // fault
            for (long z = 0; z < p.n[0]; z++)
              cudaMemcpy2DAsync(halo + z * (q.n[1] + 2) * (q.n[2] + 2), other_line,
                                own + z * (p.n[1] + 2) * (p.n[2] + 2), line, axis == 1 ? p.n[2] * 4 : 4,
                                axis == 1 ? 1 : p.n[1], cudaMemcpyDefault, 0);
        }
    }
    for (int d = 0; d < devices; d++) cudaSetDevice(d), cudaStreamSynchronize(0);
    for (int d = 0; d < devices; d++) {
      const box &p = part[d];
      cudaSetDevice(d);
      dim3 grid((unsigned)(p.n[2] + 31) / 32, (unsigned)p.n[1], (unsigned)p.n[0]);
      seven<<<grid, 32>>>(from[d], to[d], p, size[0], size[1], size[2]);
    }
    for (int d = 0; d < devices; d++) cudaSetDevice(d), cudaStreamSynchronize(0);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}

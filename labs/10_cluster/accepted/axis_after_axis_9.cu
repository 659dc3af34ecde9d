// expect: pass 9_decomposition
// form: whole layers with the halos around them, axis after axis, in default streams: the halo's corners come along.
#include "cluster.h"
#include <cuda_runtime.h>

struct dims {
  int64_t e[3]; // with halos
};

// Layer `at` of an axis to or from a buffer.
__global__ void layer(dims d, float *box, float *flat, int axis, int64_t at, bool out) {
  int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int64_t wide = axis == 2 ? d.e[1] : d.e[2], high = axis == 0 ? d.e[1] : d.e[0];
  if (k >= wide * high) return;
  int64_t u = k / wide, v = k % wide;
  int64_t i = axis == 0   ? (at * d.e[1] + u) * d.e[2] + v
              : axis == 1 ? (u * d.e[1] + at) * d.e[2] + v
                          : (u * d.e[1] + v) * d.e[2] + at;
  if (out)
    flat[k] = box[i];
  else
    box[i] = flat[k];
}

__global__ void stencil(dims d, const float *from, float *to, int64_t z0, int64_t y0, int64_t x0, int64_t nz,
                        int64_t ny, int64_t nx) {
  int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int64_t x = k % (d.e[2] - 2), y = k / (d.e[2] - 2) % (d.e[1] - 2), z = k / (d.e[2] - 2) / (d.e[1] - 2);
  if (z >= d.e[0] - 2) return;
  int64_t up = d.e[2], deep = d.e[1] * d.e[2], i = (z + 1) * deep + (y + 1) * up + x + 1;
  bool inner =
      z + z0 > 0 && z + z0 < nz - 1 && y + y0 > 0 && y + y0 < ny - 1 && x + x0 > 0 && x + x0 < nx - 1;
  to[i] = !inner ? from[i]
                 : cluster_seven(from[i], from[i - deep], from[i + deep], from[i - up], from[i + up],
                                 from[i - 1], from[i + 1]);
}

static void wait_for_all(int devices) {
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    cudaStreamSynchronize(0);
  }
}

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *) {
  int devices = cut[0] * cut[1] * cut[2], apart[3] = {cut[1] * cut[2], cut[2], 1};
  dims box[CLUSTER_MOST_DEVICES];
  int64_t begin[CLUSTER_MOST_DEVICES][3];
  float *flat[CLUSTER_MOST_DEVICES][4]; // that go down and up, that come from below and above
  for (int d = 0; d < devices; d++) {
    int64_t most = 0;
    for (int i = 0; i < 3; i++) {
      int k = d / apart[i] % cut[i];
      begin[d][i] = cluster_part(size[i], cut[i], k);
      box[d].e[i] = cluster_part(size[i], cut[i], k + 1) - begin[d][i] + 2;
    }
    for (int i = 0; i < 3; i++) {
      int64_t f = box[d].e[i] * box[d].e[(i + 1) % 3];
      most = f > most ? f : most;
    }
    cudaSetDevice(d);
    for (float *&f : flat[d]) cudaMalloc(&f, most * sizeof(float));
    for (float *room : {a[d], b[d]}) { // the halo's corners are nobody's, but they are packed
      int64_t edge[3] = {0, 0, 0};
      for (int i = 0; i < 3; i++)
        for (edge[i] = 0; edge[i] < box[d].e[i]; edge[i] += box[d].e[i] - 1) {
          int64_t n = box[d].e[0] * box[d].e[1] * box[d].e[2] / box[d].e[i];
          cudaMemset(flat[d][0], 0, n * sizeof(float));
          layer<<<(unsigned)((n + 63) / 64), 64>>>(box[d], room, flat[d][0], i, edge[i], false);
        }
    }
  }
  for (int s = 0; s < steps; s++) {
    float *const *from = s % 2 ? b : a, *const *to = s % 2 ? a : b;
    for (int axis = 0; axis < 3; axis++) {
      if (cut[axis] == 1) continue;
      auto elements = [&](int d) { return box[d].e[0] * box[d].e[1] * box[d].e[2] / box[d].e[axis]; };
      auto has = [&](int d, int side) {
        int k = d / apart[axis] % cut[axis];
        return side ? k < cut[axis] - 1 : k > 0;
      };
      for (int d = 0; d < devices; d++)
        for (int side = 0; side < 2; side++) {
          if (!has(d, side)) continue;
          int e = side ? d + apart[axis] : d - apart[axis];
          cudaSetDevice(d);
          layer<<<(unsigned)((elements(d) + 63) / 64), 64>>>(box[d], from[d], flat[d][side], axis,
                                                             side ? box[d].e[axis] - 2 : 1, true);
          cudaMemcpyPeerAsync(flat[e][3 - side], e, flat[d][side], d, elements(d) * sizeof(float), 0);
        }
      wait_for_all(devices);
      for (int d = 0; d < devices; d++)
        for (int side = 0; side < 2; side++) {
          if (!has(d, side)) continue;
          cudaSetDevice(d);
          layer<<<(unsigned)((elements(d) + 63) / 64), 64>>>(box[d], from[d], flat[d][2 + side], axis,
                                                             side ? box[d].e[axis] - 1 : 0, false);
        }
      wait_for_all(devices);
    }
    for (int d = 0; d < devices; d++) {
      int64_t n = (box[d].e[0] - 2) * (box[d].e[1] - 2) * (box[d].e[2] - 2);
      cudaSetDevice(d);
      stencil<<<(unsigned)((n + 255) / 256), 256>>>(box[d], from[d], to[d], begin[d][0], begin[d][1],
                                                    begin[d][2], size[0], size[1], size[2]);
    }
    wait_for_all(devices);
  }
  for (int d = 0; d < devices; d++) {
    cudaSetDevice(d);
    for (float *f : flat[d]) cudaFree(f);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}

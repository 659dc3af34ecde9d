// expect: pass 9_decomposition
// form: each device packs all its faces by one kernel and fetches its neighbours'; one kernel unpacks them; two events a step.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

struct layout {
  int64_t n[3], begin[3], grid[3];
  int beside[6];
  int64_t at[7]; // where each face begins
};

__device__ static int64_t position(const layout &l, int face, int64_t k, bool halo) {
  int64_t z, y, x, depth = face % 2 ? l.n[face / 2] + halo : !halo;
  if (face < 2)
    z = depth, y = k / l.n[2] + 1, x = k % l.n[2] + 1;
  else if (face < 4)
    y = depth, z = k / l.n[2] + 1, x = k % l.n[2] + 1;
  else
    x = depth, z = k / l.n[1] + 1, y = k % l.n[1] + 1;
  return (z * (l.n[1] + 2) + y) * (l.n[2] + 2) + x;
}

__global__ void all_faces(layout l, float *room, float *packed, bool halo) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int face = 0;
  while (face < 6 && i >= l.at[face + 1]) face++;
  if (face == 6 || l.beside[face] < 0) return;
  float *element = room + position(l, face, i - l.at[face], halo);
  if (halo)
    *element = packed[i];
  else
    packed[i] = *element;
}

__global__ void one_step(layout l, const float *from, float *to) {
  int64_t x = threadIdx.x + 1, y = blockIdx.x + 1, z = blockIdx.y + 1;
  int64_t row = l.n[2] + 2, plane = row * (l.n[1] + 2);
  bool outer = z + l.begin[0] == 1 || z + l.begin[0] == l.grid[0] || y + l.begin[1] == 1 ||
               y + l.begin[1] == l.grid[1];
  for (; x <= l.n[2]; x += blockDim.x) {
    const float *p = from + z * plane + y * row + x;
    bool edge = outer || x + l.begin[2] == 1 || x + l.begin[2] == l.grid[2];
    float v = *p;
    if (!edge) v = cluster_seven(v, p[-plane], p[plane], p[-row], p[row], p[-1], p[1]);
    to[p - from] = v;
  }
}

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *faces) {
  int devices = cut[0] * cut[1] * cut[2], apart[3] = {cut[1] * cut[2], cut[2], 1};
  std::vector<layout> part(devices);
  std::vector<cudaStream_t> stream(devices);
  std::vector<cudaEvent_t> packed(devices), fetched(devices);
  for (int d = 0; d < devices; d++) {
    layout &l = part[d];
    for (int i = 0; i < 3; i++) {
      int k = d / apart[i] % cut[i];
      l.grid[i] = size[i];
      l.begin[i] = cluster_part(size[i], cut[i], k);
      l.n[i] = cluster_part(size[i], cut[i], k + 1) - l.begin[i];
      l.beside[2 * i] = k ? d - apart[i] : -1;
      l.beside[2 * i + 1] = k < cut[i] - 1 ? d + apart[i] : -1;
    }
    l.at[0] = 0;
    for (int f = 0; f < 6; f++) l.at[f + 1] = l.at[f] + l.n[0] * l.n[1] * l.n[2] / l.n[f / 2];
    cudaSetDevice(d);
    cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
    cudaEventCreate(&packed[d]);
    cudaEventCreate(&fetched[d]);
  }
  for (int s = 0; s < steps; s++) {
    float *const *from = s % 2 ? b : a, *const *to = s % 2 ? a : b;
    for (int d = 0; d < devices; d++) {
      const layout &l = part[d];
      cudaSetDevice(d);
      for (int e : l.beside) // who fetched the faces of the step before
        if (e >= 0) cudaStreamWaitEvent(stream[d], fetched[e], 0);
      all_faces<<<(unsigned)((l.at[6] + 127) / 128), 128, 0, stream[d]>>>(l, from[d], faces[d], false);
      cudaEventRecord(packed[d], stream[d]);
    }
    for (int d = 0; d < devices; d++) {
      const layout &l = part[d];
      float *come = faces[d] + l.at[6];
      for (int f = 0; f < 6; f++) {
        int e = l.beside[f], other = f % 2 ? f - 1 : f + 1;
        if (e < 0) continue;
        cudaStreamWaitEvent(stream[d], packed[e], 0);
        cudaMemcpyPeerAsync(come + l.at[f], d, faces[e] + part[e].at[other], e,
                            (l.at[f + 1] - l.at[f]) * sizeof(float), stream[d]);
      }
      cudaEventRecord(fetched[d], stream[d]);
      cudaSetDevice(d);
      all_faces<<<(unsigned)((l.at[6] + 127) / 128), 128, 0, stream[d]>>>(l, from[d], come, true);
      one_step<<<dim3((unsigned)l.n[1], (unsigned)l.n[0]), 32, 0, stream[d]>>>(l, from[d], to[d]);
    }
  }
  for (int d = 0; d < devices; d++) cudaStreamSynchronize(stream[d]);
  for (int d = 0; d < devices; d++) {
    cudaStreamDestroy(stream[d]);
    cudaEventDestroy(packed[d]);
    cudaEventDestroy(fetched[d]);
  }
  cudaSetDevice(0);
  return cudaGetLastError();
}

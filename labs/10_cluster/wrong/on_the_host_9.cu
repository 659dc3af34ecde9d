// expect: inefficient 9_decomposition global_store_bytes on emu
// fault: the boxes are fetched, the host computes the steps, and the boxes are sent back.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

int cluster_9_decomposition(const int cut[3], const int64_t size[3], int steps, float *const *a,
                            float *const *b, float *const *) {
  int64_t n = size[0] * size[1] * size[2], plane = size[1] * size[2], row = size[2];
  std::vector<float> from(n), to(n);
  auto move = [&](float *const *room, bool back) {
    for (int d = 0; d < cut[0] * cut[1] * cut[2]; d++) {
      int k[3] = {d / cut[2] / cut[1], d / cut[2] % cut[1], d % cut[2]};
      int64_t first[3], e[3];
      for (int i = 0; i < 3; i++) {
        first[i] = cluster_part(size[i], cut[i], k[i]);
        e[i] = cluster_part(size[i], cut[i], k[i] + 1) - first[i];
      }
      for (int64_t z = 0; z < e[0]; z++) {
        float *here = &from[(first[0] + z) * plane + first[1] * row + first[2]];
        float *there = room[d] + ((z + 1) * (e[1] + 2) + 1) * (e[2] + 2) + 1;
        size_t far = (e[2] + 2) * 4, near = row * 4;
        cudaMemcpy2D(back ? there : here, back ? far : near, back ? here : there, back ? near : far, e[2] * 4,
                     e[1], cudaMemcpyDefault);
      }
    }
  };
  move(a, false);
  to = from;
  for (int s = 0; s < steps; s++) {
    for (int64_t i = plane; i < n - plane; i++) { // fault
      int64_t y = i / row % size[1], x = i % row;
      if (y > 0 && y < size[1] - 1 && x > 0 && x < row - 1)
        to[i] = cluster_seven(from[i], from[i - plane], from[i + plane], from[i - row], from[i + row],
                              from[i - 1], from[i + 1]);
    }
    from.swap(to);
  }
  move(steps % 2 ? b : a, true);
  return cudaGetLastError();
}

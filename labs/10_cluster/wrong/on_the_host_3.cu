// expect: rejected 3_peers global_store_bytes on emu
// fault: [hostwork] the slabs are fetched, the host computes the steps, and the slabs are sent back.
#include "cluster.h"
#include <cuda_runtime.h>
#include <vector>

int cluster_3_peers(enum cluster_way, int devices, const int64_t *rows, int64_t columns, int steps,
                    float *const *a, float *const *b) {
  std::vector<float> from, to;
  for (int d = 0; d < devices; d++) {
    std::vector<float> slab(rows[d] * columns);
    cudaMemcpy(slab.data(), a[d] + columns, slab.size() * sizeof(float), cudaMemcpyDeviceToHost);
    from.insert(from.end(), slab.begin(), slab.end());
  }
  to = from;
  for (int s = 0; s < steps; s++) {
    for (size_t k = columns + 1; k + columns + 1 < from.size(); k++) // fault
      if (k % columns && k % columns != (size_t)columns - 1)
        to[k] = 0.25f * ((from[k - columns] + from[k + columns]) + (from[k - 1] + from[k + 1]));
    from.swap(to);
  }
  const float *at = from.data();
  for (int d = 0; d < devices; at += rows[d++] * columns)
    cudaMemcpy((steps % 2 ? b : a)[d] + columns, at, rows[d] * columns * sizeof(float),
               cudaMemcpyHostToDevice);
  return cudaGetLastError();
}

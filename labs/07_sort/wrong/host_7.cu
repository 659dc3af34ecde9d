// expect: inefficient 7_bitonic global_load_bytes on emu
// fault: the host does the work; no kernel reads anything.
#include "sort.h"
#include <algorithm>
#include <vector>
#define sort_7_bitonic reference
#include "../solution.cu"
#undef sort_7_bitonic

template <typename T> static std::vector<T> to_host(const T *device, int64_t n) {
  std::vector<T> x(n);
  if (n) cudaMemcpy(x.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return x;
}

template <typename T> static int to_device(const std::vector<T> &x, T *device) {
  return x.empty() ? 0 : cudaMemcpy(device, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  std::vector<int> x = to_host(in, n);
  for (int64_t first = 0; first < n; first += SORT_TILE)
    std::sort(x.begin() + first, x.begin() + std::min(first + SORT_TILE, n));
  return to_device(x, out);
}

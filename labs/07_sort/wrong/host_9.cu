// expect: inefficient 9_pairs global_load_bytes on emu
// fault: the host does the work; no kernel reads anything.
#include "sort.h"
#include <algorithm>
#include <vector>
#define sort_9_pairs reference
#include "../solution.cu"
#undef sort_9_pairs

template <typename T> static std::vector<T> to_host(const T *device, int64_t n) {
  std::vector<T> x(n);
  if (n) cudaMemcpy(x.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return x;
}

template <typename T> static int to_device(const std::vector<T> &x, T *device) {
  return x.empty() ? 0 : cudaMemcpy(device, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
}

static bool smaller_key(uint64_t a, uint64_t b) {
  return a >> 32 < b >> 32;
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  std::vector<uint32_t> k = to_host(key, n), v = to_host(value, n);
  std::vector<uint64_t> x(n);
  (void)scratch;
  for (int64_t i = 0; i < n; i++) x[i] = (uint64_t)k[i] << 32 | v[i];
  std::stable_sort(x.begin(), x.end(), smaller_key);
  for (int64_t i = 0; i < n; i++) {
    k[i] = (uint32_t)(x[i] >> 32);
    v[i] = (uint32_t)x[i];
  }
  int error = to_device(k, key_out);
  return error ? error : to_device(v, value_out);
}

// What the wrong submissions host_1 to host_9 share: copies to the host and back; no kernel reads anything.
#include "sort.h"
#include <algorithm>
#include <cuda_runtime.h>
#include <vector>

template <typename T> static std::vector<T> to_host(const T *device, int64_t n) {
  std::vector<T> x(n);
  if (n) cudaMemcpy(x.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return x;
}

template <typename T> static int to_device(const std::vector<T> &x, T *device) {
  return x.empty() ? 0 : cudaMemcpy(device, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
}

static inline bool smaller_key(uint64_t a, uint64_t b) {
  return a >> 32 < b >> 32;
}

static inline int merge_on_host(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  std::vector<uint64_t> x = to_host(a, m), y = to_host(b, n), all(m + n);
  std::merge(x.begin(), x.end(), y.begin(), y.end(), all.begin(), smaller_key);
  return to_device(all, out);
}

static inline int sort_on_host(const uint32_t *in, int64_t n, uint32_t *out) {
  std::vector<uint32_t> x = to_host(in, n);
  std::sort(x.begin(), x.end());
  return to_device(x, out);
}

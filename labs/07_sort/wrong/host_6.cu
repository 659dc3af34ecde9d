// expect: inefficient 6_radix_onesweep global_load_bytes on emu
// fault: the host does the work; no kernel reads anything.
#include "sort.h"
#include <algorithm>
#include <vector>
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

template <typename T> static std::vector<T> to_host(const T *device, int64_t n) {
  std::vector<T> x(n);
  if (n) cudaMemcpy(x.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return x;
}

template <typename T> static int to_device(const std::vector<T> &x, T *device) {
  return x.empty() ? 0 : cudaMemcpy(device, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  std::vector<uint32_t> x = to_host(in, n);
  (void)scratch;
  std::sort(x.begin(), x.end());
  return to_device(x, out);
}

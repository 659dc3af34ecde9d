// expect: inefficient 8_float_keys global_load_bytes on emu
// fault: the host does the work; no kernel reads anything.
#include "sort.h"
#include <algorithm>
#include <vector>
#define sort_8_float_keys reference
#include "../solution.cu"
#undef sort_8_float_keys

template <typename T> static std::vector<T> to_host(const T *device, int64_t n) {
  std::vector<T> x(n);
  if (n) cudaMemcpy(x.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return x;
}

template <typename T> static int to_device(const std::vector<T> &x, T *device) {
  return x.empty() ? 0 : cudaMemcpy(device, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
}

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  std::vector<int> x = to_host((const int *)in, n);
  (void)scratch;
  std::sort(x.begin(), x.end(),
            [](int a, int b) { return (a < 0 ? a ^ INT32_MAX : a) < (b < 0 ? b ^ INT32_MAX : b); });
  return to_device(x, (int *)out);
}

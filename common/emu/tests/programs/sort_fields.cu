// CUB's radix sort of keys that are objects: a decomposer names their fields, the first of which decides most.
// shows: libraries | CUB's `DeviceRadixSort` with a decomposer, for keys of more than one field
// prints: sort_fields: ok
#include "check.h"
#include <algorithm>
#include <cub/cub.cuh>
#include <cuda/std/tuple>
#include <vector>

struct Flight {
  short gate;
  float hour;
  long long number;
};
struct ByHour {
  __host__ __device__ cuda::std::tuple<float &, short &, long long &> operator()(Flight &f) const {
    return {f.hour, f.gate, f.number};
  }
};

static bool earlier(const Flight &a, const Flight &b) {
  if (a.hour != b.hour) return a.hour < b.hour;
  return a.gate != b.gate ? a.gate < b.gate : a.number < b.number;
}
static bool same(const Flight &a, const Flight &b) {
  return a.gate == b.gate && a.hour == b.hour && a.number == b.number;
}

template <class Sort> void sort(Sort &&sort) {
  void *temp = nullptr;
  size_t bytes = 0;
  CUDA(sort(temp, bytes));
  CUDA(cudaMalloc(&temp, bytes));
  CUDA(sort(temp, bytes));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFree(temp));
}

int main() {
  const int n = 700;
  Both<Flight> in(n), out(n);
  Both<int> place(n), sorted(n);
  for (int i = 0; i < n; i++) {
    in.host[i] = {(short)(i * 37 % 11 - 5), (float)(i * 13 % 7) - 3.5f, (i % 3 - 1) * 5000000000ll - i};
    place.host[i] = i;
  }
  in.to_device();
  place.to_device();
  std::vector<Flight> wanted(in.host, in.host + n);
  std::stable_sort(wanted.begin(), wanted.end(), earlier);

  sort([&](void *temp, size_t &bytes) {
    return cub::DeviceRadixSort::SortKeys(temp, bytes, in.device, out.device, n, ByHour{});
  });
  out.to_host();
  for (int i = 0; i < n; i++) expect("keys", i, (int)same(out.host[i], wanted[i]), 1);

  sort([&](void *temp, size_t &bytes) {
    return cub::DeviceRadixSort::SortPairsDescending(temp, bytes, in.device, out.device, place.device,
                                                     sorted.device, n, ByHour{});
  });
  out.to_host();
  sorted.to_host();
  for (int i = 0; i < n; i++) {
    expect("descending", i, (int)same(out.host[i], wanted[n - 1 - i]), 1);
    expect("their values", i, (int)same(in.host[sorted.host[i]], out.host[i]), 1);
  }

  // Bits 64 to 79 are the gate's: by it alone, and what has the same gate keeps its order.
  cub::DoubleBuffer<Flight> keys(in.device, out.device);
  sort([&](void *temp, size_t &bytes) {
    return cub::DeviceRadixSort::SortKeys(temp, bytes, keys, n, ByHour{}, 64, 80);
  });
  std::vector<Flight> by_gate(in.host, in.host + n), got(n);
  std::stable_sort(by_gate.begin(), by_gate.end(),
                   [](const Flight &a, const Flight &b) { return a.gate < b.gate; });
  CUDA(cudaMemcpy(got.data(), keys.Current(), n * sizeof(Flight), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) expect("by gate", i, (int)same(got[i], by_gate[i]), 1);
  return finish("sort_fields");
}

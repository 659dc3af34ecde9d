// C++20 in kernels: what of the standard library is constexpr there may be called, as by nvcc with --expt-relaxed-constexpr.
// options: -std=c++20 --expt-relaxed-constexpr
// shows: launches | C++20: concepts, `<=>`, designated initialisers, `std::sort`, `swap`, `accumulate`, `popcount` and what else is `constexpr` there
#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_bf16.hpp>
#include <cuda_fp16.h>
#include <cuda_fp16.hpp>
#include <numeric>

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;
struct Place {
  int row, column;
  constexpr auto operator<=>(const Place &) const = default;
};

template <Number T, std::invocable<T> F> __global__ void map(T *values, int n, F f) {
  if (int i = threadIdx.x; i < n) [[likely]]
    values[i] = f(values[i]);
}

__global__ void library(int *out) {
  std::array<int, 8> a{5, 3, 8, 1, 7, 2, 6, 4};
  std::sort(a.begin(), a.end());
  out[0] = a[0] * 10 + a[7];
  std::swap(a[0], a[7]);
  std::reverse(a.begin(), a.begin() + 4);
  out[1] = a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3];
  out[2] = std::accumulate(a.begin(), a.end(), 0);
  out[3] = std::popcount(0xf0f0u) + std::countl_zero(1u) + (int)std::bit_width(255u);
  out[4] = Place{.row = 1, .column = 2} < Place{.row = 1, .column = 3};
  out[5] = (int)(std::find(a.begin(), a.end(), 7) - a.begin());
}

int main() {
  int *out;
  cudaMallocManaged(&out, 8 * sizeof(int));
  for (int i = 0; i < 8; i++) out[i] = i;
  map<<<1, 32>>>(out, 8, [] __device__(int x) { return x * x; });
  cudaDeviceSynchronize();
  std::printf("%d %d\n", out[3], out[7]);
  library<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; i++) std::printf("%d ", out[i]);
  std::puts("");
  cudaFree(out);
}

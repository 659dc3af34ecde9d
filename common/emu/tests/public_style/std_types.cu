// The C++ library in kernels, as cuda::std has it: arrays, tuples, optionals, spans, complex numbers, limits.
// shows: `cuda::` | `cuda::std::array`, `tuple`, `pair`, `optional`, `span`, `complex`, `numeric_limits`, `atomic`, type traits; `cuda::ceil_div`, `cuda::maximum`
// compared: H200, CUDA 13.0, 2026-11-24
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cstdio>

using Stats = cuda::std::tuple<int, int, float>; // minimum, maximum, mean

__host__ __device__ Stats describe(cuda::std::span<const int> data) {
  int low = cuda::std::numeric_limits<int>::max(), high = cuda::std::numeric_limits<int>::lowest(), sum = 0;
  for (int v : data) {
    low = cuda::minimum<>{}(low, v);
    high = cuda::maximum<>{}(high, v);
    sum += v;
  }
  return {low, high, float(sum) / data.size()};
}
__device__ cuda::std::optional<int> find(cuda::std::span<const int> data, int wanted) {
  for (size_t i = 0; i < data.size(); i++)
    if (data[i] == wanted) return int(i);
  return {};
}
__global__ void run(const int *data, int n, cuda::std::atomic<int> *found) {
  cuda::std::span<const int> all(data, n);
  if (find(all, threadIdx.x)) found->fetch_add(1);
  if (threadIdx.x) return;
  auto [low, high, mean] = describe(all);
  cuda::std::array<int, 3> a{3, 1, 2};
  cuda::std::swap(a[0], a[2]);
  cuda::std::complex<float> z(1, 2);
  z *= z;
  static_assert(cuda::std::is_same_v<decltype(mean), float>);
  static_assert(alignof(cuda::std::complex<float>) == 8 && alignof(cuda::std::complex<double>) == 16);
  static_assert(cuda::std::is_trivially_copyable_v<cuda::std::complex<double>>);
  printf("%d to %d, mean %.2f, array %d %d %d, square %g%+gi\n", low, high, mean, a[0], a[1], a[2], z.real(),
         z.imag());
}

int main() {
  int h[10], *d;
  cuda::std::atomic<int> *found;
  for (int i = 0; i < 10; i++) h[i] = i * i - 4;
  cudaMalloc(&d, sizeof h);
  cudaMallocManaged(&found, sizeof *found);
  new (found) cuda::std::atomic<int>(0);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  run<<<1, 64>>>(d, 10, found);
  cudaDeviceSynchronize();
  printf("%d of -4, -3, 0, 5, 12, 21, 32, 45, 60, 77 found; %d blocks\n", found->load(),
         cuda::ceil_div(1000, 256));
  cudaFree(d);
  cudaFree(found);
}

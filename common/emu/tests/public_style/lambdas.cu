// Lambdas as a kernel's arguments, with captures, nested and generic; fold expressions, if constexpr, bindings.
// options: --extended-lambda -std=c++17
// shows: launches | extended lambdas, generic lambdas, fold expressions, `if constexpr`, structured bindings
#include <cstdio>
#include <type_traits>
#include <utility>

template <typename F> __global__ void for_each(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}
template <typename F, typename... Args> __global__ void apply(F f, Args... args) {
  f(threadIdx.x, args...);
}
template <typename... T> __host__ __device__ constexpr auto sum(T... values) {
  return (values + ... + 0);
}
template <typename T> __host__ __device__ int kind(T) {
  if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? 1 : 2;
  else if constexpr (std::is_pointer_v<T>)
    return 3;
  else
    return 0;
}
struct Pair {
  int quotient, rest;
};
__host__ __device__ Pair divide(int a, int b) {
  return {a / b, a % b};
}

int main() {
  const int n = 40;
  int *d, h[n], shift = 3;
  cudaMallocManaged(&d, n * sizeof(int));
  for_each<<<2, 8>>>(n, [=] __device__(int i) { d[i] = i + shift; });
  auto square = [] __host__ __device__(auto x) { return x * x; };
  for_each<<<2, 8>>>(n, [=] __device__(int i) { d[i] = square(d[i]); });
  for_each<<<1, 32>>>(n, [d] __device__(int i) {
    auto [quotient, rest] = divide(d[i], 10);
    d[i] = quotient * 100 + rest;
  });
  apply<<<1, 1>>>(
      [=] __device__(int i, float f, double g, int *p, char c) {
        p[i] = sum(kind(f), kind(g) * 10, kind(p) * 100, kind(c) * 1000);
      },
      1.0f, 2.0, d, 'x');
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 1; i < n; i++) wrong += d[i] != square(i + shift) / 10 * 100 + square(i + shift) % 10;
  h[0] = d[0];
  printf("%d wrong, kinds %d, sum %d\n", wrong, h[0], sum(1, 2, 3));
  cudaFree(d);
}

// Clocks that only go on, assert and __trap, __nanosleep, __builtin hints, device constants.
// shows: kernels | `clock64`, `clock`, `%globaltimer`, `assert`, `__builtin_assume`, `__builtin_expect`, `__nanosleep`, `constexpr` in device code
// compared: H200, CUDA 13.0, 2026-11-24
#include <assert.h>
#include <stdio.h>

enum class Mode : int { Slow, Fast };
constexpr int square(int x) {
  return x * x;
}
template <Mode mode> struct Work {
  static constexpr int steps = mode == Mode::Fast ? 4 : 16;
  __device__ static int run(int x) {
#pragma unroll 4
    for (int i = 0; i < steps; i++) x += i;
    return x;
  }
};
constexpr __device__ int offsets[] = {square(1), square(2), square(3)};

__global__ void timed(long long *out, int n) {
  assert(n > 0 && blockDim.x <= 1024);
  __builtin_assume(n > 0);
  long long begin = clock64();
  clock_t small = clock();
  unsigned long long ns, later;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  if (__builtin_expect(n < 0, 0)) __trap();
  __nanosleep(100);
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
  long long end = clock64();
  out[0] = end >= begin;
  out[1] = clock() >= small || true;
  out[2] = later >= ns;
  out[3] = Work<Mode::Fast>::run(offsets[2]);
  out[4] = Work<Mode::Slow>::run(offsets[n]);
}

int main() {
  long long *d, h[5];
  cudaMalloc(&d, sizeof h);
  timed<<<1, 1>>>(d, 1);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (long long x : h) printf("%lld ", x);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(d);
}

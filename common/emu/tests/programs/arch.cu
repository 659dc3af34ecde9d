// prints: host 1 device 2
// shows: guards and macros | `__CUDA_ARCH__` in bodies, macros and at file scope
// prints: arch: ok
// __CUDA_ARCH__ is defined in device code and absent in host code, and what hangs on it is what two passes would give.
#include "arch.cuh"
#include "check.h"
#include <vector>

#if __CUDA_ARCH_LIST__ != 800
#error "known to both passes"
#endif
#ifdef __CUDA_ARCH__
#define SIDE     2
#define TWICE(x) ((x) + (x))
#else
#define SIDE     1
#define TWICE(x) (2 * (x) + 100)
#endif
#define HD         __host__ __device__
#define NEW_ENOUGH (__CUDA_ARCH__ >= 700)
#define SIDE_AGAIN SIDE

// As the programming guide has it: only for devices that lack it.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *p, double v) {
  return 0;
}
#endif
__constant__ int table[2] = {3, 4};
#ifdef __CUDA_ARCH__
__device__ int only_device(int n) {
  return n + 1;
}
#endif
#ifndef __CUDA_ARCH__
static std::vector<int> only_host(int n) {
  return std::vector<int>(n);
}
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "too old"
#endif

HD int side() {
#ifdef __CUDA_ARCH__
  return 2;
#else
  return 1;
#endif
}
template <class T> __host__ __device__ inline T scaled(T v) {
  int shift = 1;
#if defined(__CUDA_ARCH__)
  T r = v << shift + 3;
#else
  T r = v * 10;
#endif
  return r + SIDE;
}
HD constexpr int at_compile_time() {
#ifdef __CUDA_ARCH__
  return 20;
#else
  return 10;
#endif
}

struct Pair {
  int a, b;
  HD Pair(int n) : a(n), b(0) {
    b = SIDE_AGAIN;
#ifdef __CUDA_ARCH__
    a *= 2;
#endif
  }
  HD int sum() const {
    return a + b + TWICE(1);
  }
};

__device__ int version() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}
__global__ void k(int *out) {
  out[0] = version();
#if __CUDA_ARCH__ >= 800 && defined(__CUDA_ARCH__)
  out[1] = 1;
#else
  out[1] = 0;
#endif
  out[2] = side();
  out[3] = scaled(5);
#if NEW_ENOUGH
  out[4] = SIDE;
#else
  out[4] = 0;
#endif
  out[5] = at_compile_time();
  Pair p(3);
  out[6] = p.sum();
  out[7] = p.a;
#ifdef __CUDA_ARCH__
  out[8] = only_device(table[1]);
#endif
  out[9] = from_header();
  out[10] = __LINE__ == 111;
  auto inside = [](int n) {
#ifdef __CUDA_ARCH__
    return n;
#else
    return -n;
#endif
  };
  out[11] = inside(4);
}

int main() {
  Both<int> out(12);
  k<<<1, 1>>>(out.device);
  out.to_host();
  const int wanted[] = {800, 1, 2, 82, 2, 20, 10, 6, 5, 7, 1, 4};
  for (int i = 0; i < 12; i++) expect("device", i, out.host[i], wanted[i]);
  expect("host", 0, side(), 1);
  expect("host", 1, scaled(5), 51);
  expect("host", 2, Pair(3).sum(), 3 + 1 + 102);
  expect("host", 3, from_header(), 5);
#ifndef __CUDA_ARCH__
  expect("host", 4, (int)only_host(3).size(), 3);
#endif
  expect("host", 5, at_compile_time(), 10);
  expect("line", 0, __LINE__, 136);
  printf("host %d device %d\n", side(), out.host[2]);
  return finish("arch");
}

// Device functions: barriers, warp operations, fences, bit and arithmetic intrinsics.
#ifndef EMU_DEVICE_H
#define EMU_DEVICE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emu_warp_ops.h"

extern "C" {
void __syncthreads(void);
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __threadfence_block(void);
void __threadfence(void);
void __threadfence_system(void);
void __syncwarp(unsigned mask = 0xffffffffu);
unsigned __activemask(void);
unsigned __ballot_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
int __all_sync(unsigned mask, int predicate);
long long clock64(void);
int clock(void);
void __trap(void);

// The result of an operation of emu_warp_ops.h that needs no other parameter.
uint64_t emu_warp_op(int op, unsigned mask, uint64_t value);
// The value that the source lane hands over; mask, width and lane arithmetic as in the CUDA programming
// guide.
uint64_t emu_shuffle(int op, unsigned mask, uint64_t value, unsigned lane_or_delta, unsigned width,
                     void *return_address);
}

// Each is a real call, so that its return address is the line in the kernel.
#define EMU_SHUFFLE(name, T, op, Lane)                                                                       \
  EMU_UNSEEN __attribute__((noinline)) inline T name(unsigned mask, T v, Lane lane, int width = 32) {        \
    uint64_t bits = 0;                                                                                       \
    __builtin_memcpy(&bits, &v, sizeof(T));                                                                  \
    bits = emu_shuffle(op, mask, bits, (unsigned)lane, (unsigned)width, __builtin_return_address(0));        \
    __builtin_memcpy(&v, &bits, sizeof(T));                                                                  \
    return v;                                                                                                \
  }
#define EMU_SHUFFLES(T)                                                                                      \
  EMU_SHUFFLE(__shfl_sync, T, EMU_OP_SHFL_IDX, int)                                                             \
  EMU_SHUFFLE(__shfl_up_sync, T, EMU_OP_SHFL_UP, unsigned)                                                      \
  EMU_SHUFFLE(__shfl_down_sync, T, EMU_OP_SHFL_DOWN, unsigned)                                                  \
  EMU_SHUFFLE(__shfl_xor_sync, T, EMU_OP_SHFL_XOR, int)
EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)

// ---- arithmetic: uninstrumented, because it touches no memory ----

#define EMU_PURE EMU_UNSEEN __attribute__((const)) inline
EMU_PURE int __popc(unsigned x) {
  return __builtin_popcount(x);
}
EMU_PURE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
EMU_PURE int __clz(int x) {
  return x ? __builtin_clz((unsigned)x) : 32;
}
EMU_PURE int __clzll(long long x) {
  return x ? __builtin_clzll((unsigned long long)x) : 64;
}
EMU_PURE int __ffs(int x) {
  return __builtin_ffs(x);
}
EMU_PURE int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
EMU_PURE unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
  return r;
}
EMU_PURE int __mul24(int a, int b) {
  return (a << 8 >> 8) * (b << 8 >> 8);
}
EMU_PURE unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
EMU_PURE int __mulhi(int a, int b) {
  return (int)((long long)a * b >> 32);
}
EMU_PURE float __int_as_float(int x) {
  float f;
  __builtin_memcpy(&f, &x, 4);
  return f;
}
EMU_PURE float __uint_as_float(unsigned x) {
  return __int_as_float((int)x);
}
EMU_PURE int __float_as_int(float f) {
  int x;
  __builtin_memcpy(&x, &f, 4);
  return x;
}
EMU_PURE unsigned __float_as_uint(float f) {
  return (unsigned)__float_as_int(f);
}
EMU_PURE long long __double_as_longlong(double d) {
  long long x;
  __builtin_memcpy(&x, &d, 8);
  return x;
}
EMU_PURE double __longlong_as_double(long long x) {
  double d;
  __builtin_memcpy(&d, &x, 8);
  return d;
}
EMU_PURE float __saturatef(float x) {
  return x < 0 ? 0 : x > 1 ? 1 : x == x ? x : 0;
}
EMU_PURE float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
EMU_PURE double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
EMU_PURE float __expf(float x) {
  return expf(x);
}
EMU_PURE float __logf(float x) {
  return logf(x);
}
EMU_PURE float __sinf(float x) {
  return sinf(x);
}
EMU_PURE float __cosf(float x) {
  return cosf(x);
}
EMU_PURE float __powf(float x, float y) {
  return powf(x, y);
}
EMU_PURE float __fdividef(float x, float y) {
  return x / y;
}
EMU_PURE float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}
EMU_PURE float __fadd_rn(float a, float b) {
  return a + b;
}
EMU_PURE float __fmul_rn(float a, float b) {
  return a * b;
}
EMU_PURE float __fsqrt_rn(float a) {
  return sqrtf(a);
}
EMU_PURE float __frcp_rn(float a) {
  return 1.0f / a;
}
EMU_PURE int __float2int_rn(float a) {
  return (int)rintf(a);
}
EMU_PURE int __float2int_rz(float a) {
  return (int)a;
}
EMU_PURE int __float2int_rd(float a) {
  return (int)floorf(a);
}
EMU_PURE float __int2float_rn(int a) {
  return (float)a;
}

// A read through the read-only cache, or with a cache hint, is counted as any other load of its width.
template <class T> __attribute__((always_inline)) inline T __ldg(const T *p) {
  return *p;
}
template <class T> __attribute__((always_inline)) inline T __ldcs(const T *p) {
  return *p;
}
template <class T> __attribute__((always_inline)) inline T __ldcg(const T *p) {
  return *p;
}
template <class T> __attribute__((always_inline)) inline T __ldca(const T *p) {
  return *p;
}
template <class T> __attribute__((always_inline)) inline void __stcs(T *p, T v) {
  *p = v;
}
template <class T> __attribute__((always_inline)) inline void __stcg(T *p, T v) {
  *p = v;
}
template <class T> __attribute__((always_inline)) inline void __stwb(T *p, T v) {
  *p = v;
}

// CUDA's own min, max and abs: every pair of arithmetic types it accepts, by value, so that std::min's
// references (memory accesses) do not enter a kernel.
#define EMU_MIN_MAX(T)                                                                                       \
  EMU_PURE T min(T a, T b) {                                                                                 \
    return b < a ? b : a;                                                                                    \
  }                                                                                                          \
  EMU_PURE T max(T a, T b) {                                                                                 \
    return a < b ? b : a;                                                                                    \
  }
EMU_MIN_MAX(int)
EMU_MIN_MAX(unsigned)
EMU_MIN_MAX(long)
EMU_MIN_MAX(unsigned long)
EMU_MIN_MAX(long long)
EMU_MIN_MAX(unsigned long long)
EMU_PURE float min(float a, float b) {
  return fminf(a, b);
}
EMU_PURE float max(float a, float b) {
  return fmaxf(a, b);
}
EMU_PURE double min(double a, double b) {
  return fmin(a, b);
}
EMU_PURE double max(double a, double b) {
  return fmax(a, b);
}
EMU_PURE unsigned min(unsigned a, int b) {
  return min(a, (unsigned)b);
}
EMU_PURE unsigned min(int a, unsigned b) {
  return min((unsigned)a, b);
}
EMU_PURE unsigned max(unsigned a, int b) {
  return max(a, (unsigned)b);
}
EMU_PURE unsigned max(int a, unsigned b) {
  return max((unsigned)a, b);
}
EMU_PURE long long min(long long a, int b) {
  return min(a, (long long)b);
}
EMU_PURE long long min(int a, long long b) {
  return min((long long)a, b);
}
EMU_PURE long long max(long long a, int b) {
  return max(a, (long long)b);
}
EMU_PURE long long max(int a, long long b) {
  return max((long long)a, b);
}
EMU_PURE long min(long a, int b) {
  return min(a, (long)b);
}
EMU_PURE long min(int a, long b) {
  return min((long)a, b);
}
EMU_PURE long max(long a, int b) {
  return max(a, (long)b);
}
EMU_PURE long max(int a, long b) {
  return max((long)a, b);
}

#endif

// Device functions that involve other threads or memory: barriers, warp operations, fences, loads with a
// cache hint.
#ifndef EMU_DEVICE_H
#define EMU_DEVICE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "emu_warp_ops.h"

extern "C" {
#ifndef EMU_EDITOR_H // there it is clang's own
EMU_NOTHROW void __syncthreads(void);
#endif
EMU_NOTHROW int __syncthreads_count(int predicate);
EMU_NOTHROW int __syncthreads_and(int predicate);
EMU_NOTHROW int __syncthreads_or(int predicate);
EMU_NOTHROW void __threadfence_block(void);
EMU_NOTHROW void __threadfence(void);
EMU_NOTHROW void __threadfence_system(void);
EMU_NOTHROW void __syncwarp(unsigned mask = 0xffffffffu);
EMU_NOTHROW unsigned __activemask(void);
EMU_NOTHROW unsigned __ballot_sync(unsigned mask, int predicate);
EMU_NOTHROW int __any_sync(unsigned mask, int predicate);
EMU_NOTHROW int __all_sync(unsigned mask, int predicate);
EMU_NOTHROW long long clock64(void);
EMU_NOTHROW void __trap(void);
EMU_NOTHROW void __nanosleep(unsigned nanoseconds); // no time passes in the emulator

// The result of an operation of emu_warp_ops.h that needs no other parameter.
EMU_NOTHROW uint64_t emu_warp_op(int op, unsigned mask, uint64_t value);
// The value that the source lane hands over; mask, width and lane arithmetic as in the CUDA programming
// guide.
EMU_NOTHROW uint64_t emu_shuffle(int op, unsigned mask, uint64_t value, unsigned lane_or_delta,
                                 unsigned width);
}

// A grid that need not wait for the one before: here that one is over when it begins.
__device__ EMU_INLINE void cudaGridDependencySynchronize() {}
__device__ EMU_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}

// Wrappers are inlined, so that the call of the runtime lies in the kernel, at the user's line.
template <class T_> EMU_INLINE uint64_t emu_bits(T_ v); // emu_bits.h
template <class T_> EMU_INLINE T_ emu_from_bits(uint64_t bits) {
  T_ v;
  __builtin_memcpy(&v, &bits, sizeof(T_));
  return v;
}

// A kernel's printf knows fewer conversions than the host's, and returns the number of its arguments.
extern "C" __attribute__((nothrow, format(printf, 1, 2))) int emu_print(const char *format, ...);
#ifndef EMU_EDITOR_H
extern "C" __attribute__((gnu_inline, always_inline, format(printf, 1, 2))) inline int
printf(const char *format, ...) {
  return emu_print(format, __builtin_va_arg_pack());
}
#endif

// ---- shuffles ----

#define EMU_SHUFFLE(name, T_, op, Lane)                                                                      \
  EMU_INLINE T_ name(unsigned mask, T_ v, Lane lane, int width = 32) {                                       \
    return emu_from_bits<T_>(emu_shuffle(op, mask, emu_bits(v), (unsigned)lane, (unsigned)width));           \
  }
#define EMU_SHUFFLES(T_)                                                                                     \
  EMU_SHUFFLE(__shfl_sync, T_, EMU_OP_SHFL_IDX, int)                                                         \
  EMU_SHUFFLE(__shfl_up_sync, T_, EMU_OP_SHFL_UP, unsigned)                                                  \
  EMU_SHUFFLE(__shfl_down_sync, T_, EMU_OP_SHFL_DOWN, unsigned)                                              \
  EMU_SHUFFLE(__shfl_xor_sync, T_, EMU_OP_SHFL_XOR, int)
EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)

// ---- matches and reductions ----

#define EMU_MATCH(T_)                                                                                        \
  EMU_INLINE unsigned __match_any_sync(unsigned mask, T_ v) {                                                \
    return (unsigned)emu_warp_op(EMU_OP_MATCH_ANY, mask, emu_bits(v));                                       \
  }                                                                                                          \
  EMU_INLINE unsigned __match_all_sync(unsigned mask, T_ v, int *all) {                                      \
    unsigned matched = (unsigned)emu_warp_op(EMU_OP_MATCH_ALL, mask, emu_bits(v));                           \
    *all = matched != 0;                                                                                     \
    return matched;                                                                                          \
  }
EMU_MATCH(int)
EMU_MATCH(unsigned)
EMU_MATCH(long)
EMU_MATCH(unsigned long)
EMU_MATCH(long long)
EMU_MATCH(unsigned long long)
EMU_MATCH(float)
EMU_MATCH(double)

#define EMU_REDUCE(name, T_, op)                                                                             \
  EMU_INLINE T_ name(unsigned mask, T_ v) {                                                                  \
    return (T_)(unsigned)emu_warp_op(op, mask, (unsigned)v);                                                 \
  }
EMU_REDUCE(__reduce_add_sync, unsigned, EMU_OP_ADD)
EMU_REDUCE(__reduce_add_sync, int, EMU_OP_ADD)
EMU_REDUCE(__reduce_min_sync, unsigned, EMU_OP_MIN_UNSIGNED)
EMU_REDUCE(__reduce_min_sync, int, EMU_OP_MIN_SIGNED)
EMU_REDUCE(__reduce_max_sync, unsigned, EMU_OP_MAX_UNSIGNED)
EMU_REDUCE(__reduce_max_sync, int, EMU_OP_MAX_SIGNED)
EMU_REDUCE(__reduce_and_sync, unsigned, EMU_OP_AND)
EMU_REDUCE(__reduce_or_sync, unsigned, EMU_OP_OR)
EMU_REDUCE(__reduce_xor_sync, unsigned, EMU_OP_XOR)

// A read through the read-only cache, or with a cache hint, is counted as any other load of its width.
template <class T_> EMU_INLINE T_ __ldg(const T_ *p) {
  return *p;
}
template <class T_> EMU_INLINE T_ __ldcs(const T_ *p) {
  return *p;
}
template <class T_> EMU_INLINE T_ __ldcg(const T_ *p) {
  return *p;
}
template <class T_> EMU_INLINE T_ __ldca(const T_ *p) {
  return *p;
}
template <class T_> EMU_INLINE T_ __ldlu(const T_ *p) {
  return *p;
}
template <class T_> EMU_INLINE T_ __ldcv(const T_ *p) {
  if constexpr (__is_class(T_)) { // a vector, by one access of its width
    typedef char whole_ __attribute__((vector_size(sizeof(T_)), may_alias));
    T_ v;
    *(whole_ *)&v = *(const volatile whole_ *)p;
    return v;
  } else {
    return *(const volatile T_ *)p;
  }
}
template <class T_> EMU_INLINE void __stcs(T_ *p, T_ v) {
  *p = v;
}
template <class T_> EMU_INLINE void __stcg(T_ *p, T_ v) {
  *p = v;
}
template <class T_> EMU_INLINE void __stwt(T_ *p, T_ v) {
  *p = v;
}
template <class T_> EMU_INLINE void __stwb(T_ *p, T_ v) {
  *p = v;
}

#endif

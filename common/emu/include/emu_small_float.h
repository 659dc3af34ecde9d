// The 16-bit floating-point types: one text for half precision and bfloat16. Included once for each, with
// EMU_T and EMU_T2 (the type and its pair), EMU_TAG (half, bfloat16: as it stands in CUDA's function names).
// No include guard.

#define EMU_JOIN_(a, b, c) a##b##c
#define EMU_JOIN(a, b, c)  EMU_JOIN_(a, b, c)
#define EMU_NAME(a, c)     EMU_JOIN(a, EMU_TAG, c) // EMU_NAME(__float2, _rn) is __float2half_rn
#define EMU_RUN(c)         EMU_JOIN(emu_, EMU_TAG, c)

#ifndef EMU_SMALL_FLOAT_MODES
#define EMU_SMALL_FLOAT_MODES
enum { EMU_TO_NEAREST, EMU_TO_ZERO, EMU_UP, EMU_DOWN };
namespace emu {
// An integer in a narrower type: out of range, the nearest end of it.
template <class T_, class Wide> EMU_PURE T_ narrowed(Wide v) {
  if constexpr (sizeof(T_) < sizeof(Wide)) {
    const Wide most = (T_)-1 < 0 ? ((Wide)1 << (8 * sizeof(T_) - 1)) - 1 : (Wide)(T_)-1;
    const Wide least = (T_)-1 < 0 ? -most - 1 : 0;
    return (T_)max(least, min(most, v));
  }
  return (T_)v;
}
} // namespace emu
#endif

extern "C" { // nothrow: a call that may throw ends a basic block, which is counted
__attribute__((const, nothrow)) float EMU_RUN(_to_float)(uint16_t);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_from)(double, int mode);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_from_integer)(long long, int mode);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_from_unsigned)(unsigned long long, int mode);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_add)(uint16_t, uint16_t);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_mul)(uint16_t, uint16_t);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_div)(uint16_t, uint16_t);
__attribute__((const, nothrow)) uint16_t EMU_RUN(_fma)(uint16_t, uint16_t, uint16_t); // a b + c, rounded once
__attribute__((const, nothrow))
uint16_t EMU_RUN(_fma_quiet)(uint16_t, uint16_t, uint16_t); // no note on overflow
EMU_NOTHROW uint16_t EMU_RUN(_atomic_add)(uint16_t *, uint16_t);
EMU_NOTHROW uint32_t EMU_RUN(2_atomic_add)(uint32_t *, uint32_t);
}

// ---- the types ----

struct EMU_JOIN(EMU_T, _raw, ) {
  unsigned short x;
};
struct EMU_JOIN(EMU_T2, _raw, ) {
  unsigned short x, y;
};

struct EMU_T {
  unsigned short emu_x;
  EMU_T() = default; // trivial: it may be a member of a union, and a __shared__ object needs no code
  EMU_INLINE EMU_T(const EMU_JOIN(EMU_T, _raw, ) & raw) : emu_x(raw.x) {}
  // Of the other small type (what has an emu_x), by way of float.
  template <class O_, decltype(O_::emu_x) * = nullptr>
  EMU_INLINE explicit EMU_T(const O_ &v) : EMU_T(v.operator float()) {}
#define EMU_FROM(T_, from)                                                                                   \
  EMU_INLINE EMU_T(T_ v) : emu_x(EMU_RUN(from)(v, EMU_TO_NEAREST)) {}                                        \
  EMU_INLINE EMU_T &operator=(T_ v) {                                                                        \
    emu_x = EMU_RUN(from)(v, EMU_TO_NEAREST);                                                                \
    return *this;                                                                                            \
  }
  EMU_FROM(float, _from)
  EMU_FROM(double, _from)
  EMU_FROM(short, _from_integer)
  EMU_FROM(int, _from_integer)
  EMU_FROM(long, _from_integer)
  EMU_FROM(long long, _from_integer)
  EMU_FROM(unsigned short, _from_unsigned)
  EMU_FROM(unsigned, _from_unsigned)
  EMU_FROM(unsigned long, _from_unsigned)
  EMU_FROM(unsigned long long, _from_unsigned)
#undef EMU_FROM
  EMU_INLINE operator EMU_JOIN(EMU_T, _raw, )() const {
    return {emu_x};
  }
  EMU_INLINE operator float() const {
    return EMU_RUN(_to_float)(emu_x);
  }
  EMU_INLINE operator bool() const {
    return (emu_x & 0x7fff) != 0;
  }
#define EMU_TO(T_, convert)                                                                                  \
  EMU_INLINE operator T_() const {                                                                           \
    return ::emu::narrowed<T_>(convert(EMU_RUN(_to_float)(emu_x)));                                          \
  }
  EMU_TO(char, __float2int_rz)
  EMU_TO(signed char, __float2int_rz)
  EMU_TO(unsigned char, __float2uint_rz)
  EMU_TO(short, __float2int_rz)
  EMU_TO(unsigned short, __float2uint_rz)
  EMU_TO(int, __float2int_rz)
  EMU_TO(unsigned, __float2uint_rz)
  EMU_TO(long, __float2ll_rz)
  EMU_TO(unsigned long, __float2ull_rz)
  EMU_TO(long long, __float2ll_rz)
  EMU_TO(unsigned long long, __float2ull_rz)
#undef EMU_TO
};

struct alignas(4) EMU_T2 {
  EMU_T x, y;
  EMU_T2() = default;
  EMU_INLINE constexpr EMU_T2(const EMU_T &x, const EMU_T &y) : x(x), y(y) {}
  EMU_INLINE EMU_T2(const EMU_JOIN(EMU_T2, _raw, ) & raw) {
    x.emu_x = raw.x;
    y.emu_x = raw.y;
  }
  EMU_INLINE operator EMU_JOIN(EMU_T2, _raw, )() const {
    return {x.emu_x, y.emu_x};
  }
  EMU_WHOLE_COPY(EMU_T2, 4)
};

namespace emu {
EMU_INLINE EMU_T EMU_NAME(make_, )(unsigned bits) {
  EMU_T h;
  h.emu_x = (unsigned short)bits;
  return h;
}
EMU_INLINE EMU_T2 EMU_NAME(pair_, )(unsigned low, unsigned high) {
  EMU_T2 p;
  p.x.emu_x = (unsigned short)low;
  p.y.emu_x = (unsigned short)high;
  return p;
}
// The two values in one word, low first.
EMU_INLINE unsigned EMU_NAME(bits_, )(const EMU_T2 &p) {
  typedef unsigned __attribute__((may_alias)) word;
  return *(const word *)&p;
}
} // namespace emu
#define EMU_MAKE_1(bits)      (::emu::EMU_NAME(make_, )(bits))
#define EMU_MAKE_2(low, high) (::emu::EMU_NAME(pair_, )(low, high))

// ---- conversions ----

#define EMU_FROM_MODES(T_, name, from)                                                                       \
  EMU_INLINE EMU_T EMU_NAME(name, _rn)(T_ v) {                                                               \
    return EMU_MAKE_1(EMU_RUN(from)(v, EMU_TO_NEAREST));                                                     \
  }                                                                                                          \
  EMU_INLINE EMU_T EMU_NAME(name, _rz)(T_ v) {                                                               \
    return EMU_MAKE_1(EMU_RUN(from)(v, EMU_TO_ZERO));                                                        \
  }                                                                                                          \
  EMU_INLINE EMU_T EMU_NAME(name, _ru)(T_ v) {                                                               \
    return EMU_MAKE_1(EMU_RUN(from)(v, EMU_UP));                                                             \
  }                                                                                                          \
  EMU_INLINE EMU_T EMU_NAME(name, _rd)(T_ v) {                                                               \
    return EMU_MAKE_1(EMU_RUN(from)(v, EMU_DOWN));                                                           \
  }
EMU_FROM_MODES(float, __float2, _from)
EMU_FROM_MODES(short, __short2, _from_integer)
EMU_FROM_MODES(unsigned short, __ushort2, _from_unsigned)
EMU_FROM_MODES(int, __int2, _from_integer)
EMU_FROM_MODES(unsigned, __uint2, _from_unsigned)
EMU_FROM_MODES(long long, __ll2, _from_integer)
EMU_FROM_MODES(unsigned long long, __ull2, _from_unsigned)
#undef EMU_FROM_MODES
EMU_INLINE EMU_T EMU_NAME(__float2, )(float v) {
  return EMU_NAME(__float2, _rn)(v);
}
EMU_INLINE EMU_T EMU_NAME(__double2, )(double v) {
  return EMU_MAKE_1(EMU_RUN(_from)(v, EMU_TO_NEAREST));
}
EMU_INLINE float EMU_NAME(__, 2float)(const EMU_T h) {
  return EMU_RUN(_to_float)(h.emu_x);
}
#define EMU_TO_MODE(T_, name, mode, wide)                                                                    \
  EMU_INLINE T_ EMU_NAME(__, 2##name##mode)(const EMU_T h) {                                                 \
    return ::emu::narrowed<T_>(__float2##wide##mode(EMU_RUN(_to_float)(h.emu_x)));                           \
  }
#define EMU_TO_MODES(T_, name, wide)                                                                         \
  EMU_TO_MODE(T_, name, _rn, wide)                                                                           \
  EMU_TO_MODE(T_, name, _rz, wide)                                                                           \
  EMU_TO_MODE(T_, name, _ru, wide)                                                                           \
  EMU_TO_MODE(T_, name, _rd, wide)
EMU_TO_MODES(short, short, int)
EMU_TO_MODES(unsigned short, ushort, uint)
EMU_TO_MODES(int, int, int)
EMU_TO_MODES(unsigned, uint, uint)
EMU_TO_MODES(long long, ll, ll)
EMU_TO_MODES(unsigned long long, ull, ull)
EMU_TO_MODE(signed char, char, _rz, int)
EMU_TO_MODE(unsigned char, uchar, _rz, uint)
#undef EMU_TO_MODES
#undef EMU_TO_MODE
EMU_INLINE short EMU_NAME(__, _as_short)(const EMU_T h) {
  return (short)h.emu_x;
}
EMU_INLINE unsigned short EMU_NAME(__, _as_ushort)(const EMU_T h) {
  return h.emu_x;
}
EMU_INLINE EMU_T EMU_NAME(__short_as_, )(short bits) {
  return EMU_MAKE_1((unsigned short)bits);
}
EMU_INLINE EMU_T EMU_NAME(__ushort_as_, )(unsigned short bits) {
  return EMU_MAKE_1(bits);
}

// ---- pairs: take apart, put together ----

EMU_INLINE EMU_T2 EMU_NAME(make_, 2)(EMU_T x, EMU_T y) {
  return EMU_MAKE_2(x.emu_x, y.emu_x);
}
EMU_INLINE EMU_T2 EMU_NAME(__halves2, 2)(EMU_T x, EMU_T y) {
  return EMU_MAKE_2(x.emu_x, y.emu_x);
}
EMU_INLINE EMU_T2 EMU_NAME(__floats2, 2_rn)(float x, float y) {
  return EMU_NAME(make_, 2)(EMU_NAME(__float2, _rn)(x), EMU_NAME(__float2, _rn)(y));
}
EMU_INLINE EMU_T2 EMU_NAME(__float2, 2_rn)(float v) {
  return EMU_NAME(__floats2, 2_rn)(v, v);
}
EMU_INLINE EMU_T2 EMU_NAME(__float22, 2_rn)(const float2 v) {
  return EMU_NAME(__floats2, 2_rn)(v.x, v.y);
}
EMU_INLINE float __low2float(const EMU_T2 p) {
  return EMU_RUN(_to_float)(p.x.emu_x);
}
EMU_INLINE float __high2float(const EMU_T2 p) {
  return EMU_RUN(_to_float)(p.y.emu_x);
}
EMU_INLINE float2 EMU_NAME(__, 22float2)(const EMU_T2 p) {
  return float2(__low2float(p), __high2float(p));
}
EMU_INLINE EMU_T EMU_NAME(__low2, )(const EMU_T2 p) {
  return p.x;
}
EMU_INLINE EMU_T EMU_NAME(__high2, )(const EMU_T2 p) {
  return p.y;
}
EMU_INLINE EMU_T2 EMU_JOIN(EMU_NAME(__, 2), EMU_TAG, 2)(const EMU_T v) {
  return EMU_MAKE_2(v.emu_x, v.emu_x);
}
EMU_INLINE EMU_T2 EMU_NAME(__low2, 2)(const EMU_T2 p) {
  return EMU_MAKE_2(p.x.emu_x, p.x.emu_x);
}
EMU_INLINE EMU_T2 EMU_NAME(__high2, 2)(const EMU_T2 p) {
  return EMU_MAKE_2(p.y.emu_x, p.y.emu_x);
}
EMU_INLINE EMU_T2 EMU_NAME(__lows2, 2)(const EMU_T2 a, const EMU_T2 b) {
  return EMU_MAKE_2(a.x.emu_x, b.x.emu_x);
}
EMU_INLINE EMU_T2 EMU_NAME(__highs2, 2)(const EMU_T2 a, const EMU_T2 b) {
  return EMU_MAKE_2(a.y.emu_x, b.y.emu_x);
}
EMU_INLINE EMU_T2 __lowhigh2highlow(const EMU_T2 p) {
  return EMU_MAKE_2(p.y.emu_x, p.x.emu_x);
}

// ---- atomics and shuffles ----

EMU_INLINE EMU_T atomicAdd(EMU_T *p, EMU_T v) {
  return EMU_MAKE_1(EMU_RUN(_atomic_add)((uint16_t *)p, v.emu_x));
}
EMU_INLINE EMU_T2 atomicAdd(EMU_T2 *p, EMU_T2 v) {
  unsigned old = EMU_RUN(2_atomic_add)((uint32_t *)p, ::emu::EMU_NAME(bits_, )(v));
  return EMU_MAKE_2(old, old >> 16);
}
#define EMU_SMALL_SHUFFLE(name, op, Lane)                                                                    \
  EMU_INLINE EMU_T name(unsigned mask, EMU_T v, Lane lane, int width = 32) {                                 \
    return EMU_MAKE_1((unsigned)emu_shuffle(op, mask, v.emu_x, (unsigned)lane, (unsigned)width));            \
  }                                                                                                          \
  EMU_INLINE EMU_T2 name(unsigned mask, EMU_T2 v, Lane lane, int width = 32) {                               \
    unsigned got =                                                                                           \
        (unsigned)emu_shuffle(op, mask, ::emu::EMU_NAME(bits_, )(v), (unsigned)lane, (unsigned)width);       \
    return EMU_MAKE_2(got, got >> 16);                                                                       \
  }
EMU_SMALL_SHUFFLE(__shfl_sync, EMU_OP_SHFL_IDX, int)
EMU_SMALL_SHUFFLE(__shfl_up_sync, EMU_OP_SHFL_UP, unsigned)
EMU_SMALL_SHUFFLE(__shfl_down_sync, EMU_OP_SHFL_DOWN, unsigned)
EMU_SMALL_SHUFFLE(__shfl_xor_sync, EMU_OP_SHFL_XOR, int)
#undef EMU_SMALL_SHUFFLE

#include "emu_small_float_math.h"

#undef EMU_MAKE_2
#undef EMU_MAKE_1
#undef EMU_RUN
#undef EMU_NAME
#undef EMU_JOIN
#undef EMU_JOIN_

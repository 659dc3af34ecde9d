// Instructions of inline PTX that every type of numbers has, by type: arithmetic of whole numbers, of half precision and bfloat16,
// conversions (rewrite_ptx_number.c).
#ifndef EMU_PTX_NUMBERS_H
#define EMU_PTX_NUMBERS_H

#include "emu_ptx.h"

extern "C" {
#define EMU_SMALL(tag)                                                                                       \
  __attribute__((const, nothrow)) float emu_##tag##_to_float(uint16_t);                                      \
  __attribute__((const, nothrow)) uint16_t emu_##tag##_from(double, int mode);                               \
  __attribute__((const, nothrow)) uint16_t emu_##tag##_add(uint16_t, uint16_t);                              \
  __attribute__((const, nothrow)) uint16_t emu_##tag##_mul(uint16_t, uint16_t);                              \
  __attribute__((const, nothrow)) uint16_t emu_##tag##_fma(uint16_t, uint16_t, uint16_t);
EMU_SMALL(half)
EMU_SMALL(bfloat16)
#undef EMU_SMALL
}

namespace emu {
namespace ptx {

// ---- whole numbers of 16, 32 and 64 bits ----

#define EMU_WHOLE1(name, value)                                                                              \
  template <class T_, class A_> EMU_INLINE EMU_UNSEEN T_ whole_##name(A_ a_) {                               \
    typedef typename std::make_unsigned<T_>::type U_;                                                        \
    T_ a = as<T_>(a_);                                                                                       \
    return (T_)(value);                                                                                      \
  }
#define EMU_WHOLE2(name, value)                                                                              \
  template <class T_, class A_, class B_> EMU_INLINE EMU_UNSEEN T_ whole_##name(A_ a_, B_ b_) {              \
    typedef typename std::make_unsigned<T_>::type U_;                                                        \
    T_ a = as<T_>(a_), b = as<T_>(b_);                                                                       \
    return (T_)(value);                                                                                      \
  }
EMU_WHOLE1(neg, U_(0) - U_(a))
EMU_WHOLE1(abs, a < 0 ? U_(0) - U_(a) : U_(a))
EMU_WHOLE1(not, ~U_(a))
EMU_WHOLE1(cnot, a == 0)
EMU_WHOLE2(add, U_(a) + U_(b))
EMU_WHOLE2(sub, U_(a) - U_(b))
EMU_WHOLE2(mul_lo, (unsigned long long)U_(a) * U_(b))
EMU_WHOLE2(mul_hi, (T_)((__int128)a *(__int128)b >> 8 * sizeof(T_)))
EMU_WHOLE2(div, b == 0 ? ~U_(0) : b == (T_)-1 && (T_)-1 < 0 ? U_(0) - U_(a) : U_(a / b))
EMU_WHOLE2(rem, b == 0 ? U_(a) : b == (T_)-1 && (T_)-1 < 0 ? U_(0) : U_(a % b))
EMU_WHOLE2(min, a < b ? a : b)
EMU_WHOLE2(max, a < b ? b : a)
EMU_WHOLE2(and, a &b)
EMU_WHOLE2(or, a | b)
EMU_WHOLE2(xor, a ^ b)
#undef EMU_WHOLE1
#undef EMU_WHOLE2
template <class T_, class A_, class B_, class C_> EMU_INLINE EMU_UNSEEN T_ whole_mad_lo(A_ a, B_ b, C_ c) {
  return whole_add<T_>(whole_mul_lo<T_>(a, b), c);
}
template <class T_, class A_, class B_, class C_> EMU_INLINE EMU_UNSEEN T_ whole_mad_hi(A_ a, B_ b, C_ c) {
  return whole_add<T_>(whole_mul_hi<T_>(a, b), c);
}
template <class T_, class A_, class B_, class C_> EMU_INLINE EMU_UNSEEN T_ whole_sad(A_ a, B_ b, C_ c) {
  return whole_add<T_>(whole_sub<T_>(whole_max<T_>(a, b), whole_min<T_>(a, b)), c);
}
template <class T_, class A_> EMU_INLINE EMU_UNSEEN T_ whole_shl(A_ a, unsigned by) {
  typedef typename std::make_unsigned<T_>::type U_;
  return by >= 8 * sizeof(T_) ? T_(0) : T_(U_(as<T_>(a)) << by);
}
template <class T_, class A_> EMU_INLINE EMU_UNSEEN T_ whole_shr(A_ a, unsigned by) {
  constexpr unsigned last = 8 * sizeof(T_) - 1;
  if (by > last) return T_(0) > T_(-1) ? as<T_>(a) >> last : T_(0);
  return as<T_>(a) >> by;
}

// ---- half precision and bfloat16, one or two in a register ----

#define EMU_LOW(v)  (uint16_t)(v)
#define EMU_HIGH(v) (uint16_t)((v) >> 16)
#define EMU_SMALL1(name, tag, value)                                                                         \
  EMU_INLINE uint16_t tag##_##name(uint16_t a) {                                                             \
    return value;                                                                                            \
  }                                                                                                          \
  template <class A_> EMU_INLINE uint16_t one_##tag##_##name(A_ a) {                                         \
    return tag##_##name(as<uint16_t>(a));                                                                    \
  }                                                                                                          \
  template <class A_> EMU_INLINE unsigned both_##tag##_##name(A_ a_) {                                       \
    unsigned a = as<unsigned>(a_);                                                                           \
    return tag##_##name(EMU_LOW(a)) | (unsigned)tag##_##name(EMU_HIGH(a)) << 16;                             \
  }
#define EMU_SMALL2(name, tag, value)                                                                         \
  EMU_INLINE uint16_t tag##_##name(uint16_t a, uint16_t b) {                                                 \
    return value;                                                                                            \
  }                                                                                                          \
  template <class A_, class B_> EMU_INLINE uint16_t one_##tag##_##name(A_ a, B_ b) {                         \
    return tag##_##name(as<uint16_t>(a), as<uint16_t>(b));                                                   \
  }                                                                                                          \
  template <class A_, class B_> EMU_INLINE unsigned both_##tag##_##name(A_ a_, B_ b_) {                      \
    unsigned a = as<unsigned>(a_), b = as<unsigned>(b_);                                                     \
    return tag##_##name(EMU_LOW(a), EMU_LOW(b)) | (unsigned)tag##_##name(EMU_HIGH(a), EMU_HIGH(b)) << 16;    \
  }
#define EMU_SMALL(tag)                                                                                       \
  EMU_SMALL1(neg, tag, a ^ 0x8000)                                                                           \
  EMU_SMALL1(abs, tag, a & 0x7fff)                                                                           \
  EMU_SMALL2(add, tag, emu_##tag##_add(a, b))                                                                \
  EMU_SMALL2(sub, tag, emu_##tag##_add(a, b ^ 0x8000))                                                       \
  EMU_SMALL2(mul, tag, emu_##tag##_mul(a, b))                                                                \
  EMU_SMALL2(min, tag, emu_##tag##_from(fminf(emu_##tag##_to_float(a), emu_##tag##_to_float(b)), 0))         \
  EMU_SMALL2(max, tag, emu_##tag##_from(fmaxf(emu_##tag##_to_float(a), emu_##tag##_to_float(b)), 0))         \
  template <class A_, class B_, class C_> EMU_INLINE uint16_t one_##tag##_fma(A_ a, B_ b, C_ c) {            \
    return emu_##tag##_fma(as<uint16_t>(a), as<uint16_t>(b), as<uint16_t>(c));                               \
  }                                                                                                          \
  template <class A_, class B_, class C_> EMU_INLINE unsigned both_##tag##_fma(A_ a_, B_ b_, C_ c_) {        \
    unsigned a = as<unsigned>(a_), b = as<unsigned>(b_), c = as<unsigned>(c_);                               \
    return emu_##tag##_fma(EMU_LOW(a), EMU_LOW(b), EMU_LOW(c)) |                                             \
           (unsigned)emu_##tag##_fma(EMU_HIGH(a), EMU_HIGH(b), EMU_HIGH(c)) << 16;                           \
  }
EMU_SMALL(half)
EMU_SMALL(bfloat16)
#undef EMU_SMALL
#undef EMU_SMALL2
#undef EMU_SMALL1
#undef EMU_LOW
#undef EMU_HIGH

// ---- conversions ----

struct t_f16 {};
struct t_bf16 {};
enum { NEAREST = 0, TOWARDS_ZERO = 1, UPWARDS = 2, DOWNWARDS = 3, NO_ROUNDING = 4 };

template <class S_, class V_> EMU_INLINE EMU_UNSEEN auto source(V_ v) {
  if constexpr (std::is_same<S_, t_f16>::value)
    return emu_half_to_float(as<unsigned short>(v));
  else if constexpr (std::is_same<S_, t_bf16>::value)
    return emu_bfloat16_to_float(as<unsigned short>(v));
  else
    return as<S_>(v);
}
template <class T_> EMU_INLINE EMU_UNSEEN T_ to_whole(T_ x, int mode) {
  return mode == TOWARDS_ZERO ? trunc(x) : mode == UPWARDS ? ceil(x) : mode == DOWNWARDS ? floor(x) : rint(x);
}
// whole: to the nearest whole number, which stays in the format of D_.
template <class D_, class S_, int mode, bool whole, bool saturates, class V_> EMU_INLINE auto convert(V_ v) {
  auto s = source<S_>(v);
  typedef decltype(s) F_;
  if constexpr (std::is_same<D_, t_f16>::value) {
    return emu_half_from(whole ? to_whole((double)s, mode) : (double)s, mode & 3);
  } else if constexpr (std::is_same<D_, t_bf16>::value) {
    return emu_bfloat16_from(whole ? to_whole((double)s, mode) : (double)s, mode & 3);
  } else if constexpr (std::is_floating_point<D_>::value) {
    if constexpr (whole && std::is_floating_point<F_>::value) s = to_whole(s, mode);
    if constexpr (saturates) return s > F_(1) ? D_(1) : s > F_(0) ? D_(s) : D_(0);
    return D_(s);
  } else if constexpr (std::is_floating_point<F_>::value) {
    return ::emu::to<D_>(to_whole(s, mode));
  } else if constexpr (saturates) {
    constexpr __int128 low = std::numeric_limits<D_>::min(), high = std::numeric_limits<D_>::max();
    return (D_)((__int128)s < low ? low : (__int128)s > high ? high : (__int128)s);
  } else {
    return (D_)s;
  }
}
// Two in a register: a is the upper one.
template <class D_, int mode, class A_, class B_> EMU_INLINE unsigned convert_two(A_ a, B_ b) {
  return (unsigned)convert<D_, t_f32, mode, false, false>(a) << 16 |
         (unsigned)convert<D_, t_f32, mode, false, false>(b);
}

} // namespace ptx
} // namespace emu

#endif

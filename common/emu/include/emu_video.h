// Integer intrinsics for two halfwords or four bytes of a word (the "SIMD video" instructions), and those for dynamic
// programming (DPX). Uninstrumented, because they touch no memory but for the predicates of __vibmax and its like.
#ifndef EMU_VIDEO_H
#define EMU_VIDEO_H

namespace emu {

// Part i of a word, of n bits, with its sign or without.
template <int n, bool sign> EMU_PURE long long part(unsigned word, int i) {
  unsigned v = word >> (n * i) & (unsigned)((1ull << n) - 1);
  return sign && v >> (n - 1) ? (long long)v - (1ll << n) : (long long)v;
}
// The nearest end of the range of n bits.
template <int n, bool sign> EMU_PURE long long saturated(long long v) {
  const long long most = (1ll << (sign ? n - 1 : n)) - 1, least = sign ? -most - 1 : 0;
  return v < least ? least : v > most ? most : v;
}
// Part i of a word that holds v, cut to n bits.
template <int n> EMU_PURE unsigned placed(long long v, int i) {
  return ((unsigned)v & (unsigned)((1ull << n) - 1)) << (n * i);
}

} // namespace emu

// Part by part. A loop in each function: what it would instantiate of a template with a lambda, each compilation would.
#define EMU_BY_PARTS(name, n, sign, expression)                                                              \
  EMU_PURE unsigned name(unsigned a_, unsigned b_) {                                                         \
    unsigned r_ = 0;                                                                                         \
    for (int i_ = 0; i_ < 32 / (n); i_++) {                                                                  \
      const long long a = ::emu::part<n, sign>(a_, i_), b = ::emu::part<n, sign>(b_, i_);                    \
      r_ |= ::emu::placed<n>(expression, i_);                                                                \
    }                                                                                                        \
    return r_;                                                                                               \
  }
#define EMU_EACH_PART(name, n, sign, expression)                                                             \
  EMU_PURE unsigned name(unsigned a_) {                                                                      \
    unsigned r_ = 0;                                                                                         \
    for (int i_ = 0; i_ < 32 / (n); i_++) {                                                                  \
      const long long a = ::emu::part<n, sign>(a_, i_);                                                      \
      r_ |= ::emu::placed<n>(expression, i_);                                                                \
    }                                                                                                        \
    return r_;                                                                                               \
  }
#define EMU_COMPARE_PARTS(name, letter, n, sign, operation)                                                  \
  EMU_BY_PARTS(__vcmp##name##letter##n, 32 / n, sign, a operation b ? -1 : 0)                                \
  EMU_BY_PARTS(__vset##name##letter##n, 32 / n, sign, a operation b ? 1 : 0)
#define EMU_ORDER_PARTS(letter, n, sign)                                                                     \
  EMU_COMPARE_PARTS(ge, letter, n, sign, >=)                                                                 \
  EMU_COMPARE_PARTS(gt, letter, n, sign, >)                                                                  \
  EMU_COMPARE_PARTS(le, letter, n, sign, <=)                                                                 \
  EMU_COMPARE_PARTS(lt, letter, n, sign, <)                                                                  \
  EMU_BY_PARTS(__vmax##letter##n, 32 / n, sign, a > b ? a : b)                                               \
  EMU_BY_PARTS(__vmin##letter##n, 32 / n, sign, a < b ? a : b)                                               \
  EMU_BY_PARTS(__vabsdiff##letter##n, 32 / n, sign, a > b ? a - b : b - a)                                   \
  EMU_PURE unsigned __vsad##letter##n(unsigned a, unsigned b) {                                              \
    unsigned sum = 0;                                                                                        \
    for (int i = 0; i < n; i++) {                                                                            \
      long long d = ::emu::part<32 / n, sign>(a, i) - ::emu::part<32 / n, sign>(b, i);                       \
      sum += (unsigned)(d < 0 ? -d : d);                                                                     \
    }                                                                                                        \
    return sum;                                                                                              \
  }
#define EMU_VIDEO(n)                                                                                         \
  EMU_COMPARE_PARTS(eq, , n, false, ==)                                                                      \
  EMU_COMPARE_PARTS(ne, , n, false, !=)                                                                      \
  EMU_ORDER_PARTS(s, n, true)                                                                                \
  EMU_ORDER_PARTS(u, n, false)                                                                               \
  EMU_BY_PARTS(__vadd##n, 32 / n, false, a + b)                                                              \
  EMU_BY_PARTS(__vsub##n, 32 / n, false, a - b)                                                              \
  EMU_BY_PARTS(__vaddss##n, 32 / n, true, (::emu::saturated<32 / n, true>(a + b)))                           \
  EMU_BY_PARTS(__vaddus##n, 32 / n, false, (::emu::saturated<32 / n, false>(a + b)))                         \
  EMU_BY_PARTS(__vsubss##n, 32 / n, true, (::emu::saturated<32 / n, true>(a - b)))                           \
  EMU_BY_PARTS(__vsubus##n, 32 / n, false, (::emu::saturated<32 / n, false>(a - b)))                         \
  EMU_BY_PARTS(__vavgs##n, 32 / n, true, (a + b + (a + b >= 0)) >> 1)                                        \
  EMU_BY_PARTS(__vavgu##n, 32 / n, false, (a + b + 1) >> 1)                                                  \
  EMU_BY_PARTS(__vhaddu##n, 32 / n, false, (a + b) >> 1)                                                     \
  EMU_EACH_PART(__vabs##n, 32 / n, true, a < 0 ? -a : a)                                                     \
  EMU_EACH_PART(__vabsss##n, 32 / n, true, (::emu::saturated<32 / n, true>(a < 0 ? -a : a)))                 \
  EMU_EACH_PART(__vneg##n, 32 / n, true, -a)                                                                 \
  EMU_EACH_PART(__vnegss##n, 32 / n, true, (::emu::saturated<32 / n, true>(-a)))
EMU_VIDEO(2)
EMU_VIDEO(4)
#undef EMU_VIDEO
#undef EMU_ORDER_PARTS
#undef EMU_COMPARE_PARTS
#undef EMU_EACH_PART

// ---- dynamic programming: sums wrap, and `relu` is a maximum with 0 ----

#define EMU_DPX_32(T_, suffix)                                                                               \
  EMU_PURE T_ __vimax3_##suffix(T_ a, T_ b, T_ c) {                                                          \
    return max(max(a, b), c);                                                                                \
  }                                                                                                          \
  EMU_PURE T_ __vimin3_##suffix(T_ a, T_ b, T_ c) {                                                          \
    return min(min(a, b), c);                                                                                \
  }                                                                                                          \
  EMU_PURE T_ __viaddmax_##suffix(T_ a, T_ b, T_ c) {                                                        \
    return max((T_)((unsigned)a + (unsigned)b), c);                                                          \
  }                                                                                                          \
  EMU_PURE T_ __viaddmin_##suffix(T_ a, T_ b, T_ c) {                                                        \
    return min((T_)((unsigned)a + (unsigned)b), c);                                                          \
  }                                                                                                          \
  EMU_INLINE T_ __vibmax_##suffix(T_ a, T_ b, bool *first) {                                                 \
    *first = a >= b;                                                                                         \
    return max(a, b);                                                                                        \
  }                                                                                                          \
  EMU_INLINE T_ __vibmin_##suffix(T_ a, T_ b, bool *first) {                                                 \
    *first = a <= b;                                                                                         \
    return min(a, b);                                                                                        \
  }
EMU_DPX_32(int, s32)
EMU_DPX_32(unsigned, u32)
#undef EMU_DPX_32

#define EMU_DPX_PAIRS(letter, suffix)                                                                        \
  EMU_PURE unsigned __vimax3_##suffix(unsigned a, unsigned b, unsigned c) {                                  \
    return __vmax##letter##2(__vmax##letter##2(a, b), c);                                                    \
  }                                                                                                          \
  EMU_PURE unsigned __vimin3_##suffix(unsigned a, unsigned b, unsigned c) {                                  \
    return __vmin##letter##2(__vmin##letter##2(a, b), c);                                                    \
  }                                                                                                          \
  EMU_PURE unsigned __viaddmax_##suffix(unsigned a, unsigned b, unsigned c) {                                \
    return __vmax##letter##2(__vadd2(a, b), c);                                                              \
  }                                                                                                          \
  EMU_PURE unsigned __viaddmin_##suffix(unsigned a, unsigned b, unsigned c) {                                \
    return __vmin##letter##2(__vadd2(a, b), c);                                                              \
  }                                                                                                          \
  EMU_INLINE unsigned __vibmax_##suffix(unsigned a, unsigned b, bool *high, bool *low) {                     \
    unsigned first = __vcmpge##letter##2(a, b);                                                              \
    *high = first >> 16 != 0;                                                                                \
    *low = (first & 0xffff) != 0;                                                                            \
    return __vmax##letter##2(a, b);                                                                          \
  }                                                                                                          \
  EMU_INLINE unsigned __vibmin_##suffix(unsigned a, unsigned b, bool *high, bool *low) {                     \
    unsigned first = __vcmple##letter##2(a, b);                                                              \
    *high = first >> 16 != 0;                                                                                \
    *low = (first & 0xffff) != 0;                                                                            \
    return __vmin##letter##2(a, b);                                                                          \
  }
EMU_DPX_PAIRS(s, s16x2)
EMU_DPX_PAIRS(u, u16x2)
#undef EMU_DPX_PAIRS

#define EMU_DPX_RELU(T_, suffix, two_max, two_min, positive)                                                 \
  EMU_PURE T_ __vimax_##suffix##_relu(T_ a, T_ b) {                                                          \
    return positive(two_max(a, b), (T_)0);                                                                   \
  }                                                                                                          \
  EMU_PURE T_ __vimin_##suffix##_relu(T_ a, T_ b) {                                                          \
    return positive(two_min(a, b), (T_)0);                                                                   \
  }                                                                                                          \
  EMU_PURE T_ __vimax3_##suffix##_relu(T_ a, T_ b, T_ c) {                                                   \
    return positive(__vimax3_##suffix(a, b, c), (T_)0);                                                      \
  }                                                                                                          \
  EMU_PURE T_ __vimin3_##suffix##_relu(T_ a, T_ b, T_ c) {                                                   \
    return positive(__vimin3_##suffix(a, b, c), (T_)0);                                                      \
  }                                                                                                          \
  EMU_PURE T_ __viaddmax_##suffix##_relu(T_ a, T_ b, T_ c) {                                                 \
    return positive(__viaddmax_##suffix(a, b, c), (T_)0);                                                    \
  }                                                                                                          \
  EMU_PURE T_ __viaddmin_##suffix##_relu(T_ a, T_ b, T_ c) {                                                 \
    return positive(__viaddmin_##suffix(a, b, c), (T_)0);                                                    \
  }
EMU_DPX_RELU(int, s32, max, min, max)
EMU_DPX_RELU(unsigned, s16x2, __vmaxs2, __vmins2, __vmaxs2)
#undef EMU_DPX_RELU
#undef EMU_BY_PARTS

// ---- dot products of halfwords or bytes ----
// Those of vectors are not EMU_PURE: a vector is passed by its address, and such a function may not read memory.

#define EMU_DOTS(T_, sign, half_vector, byte_vector)                                                         \
  EMU_PURE T_ __dp2a_lo(T_ a, T_ b, T_ sum) {                                                                \
    for (int i = 0; i < 2; i++)                                                                              \
      sum += (T_)(::emu::part<16, sign>((unsigned)a, i) * ::emu::part<8, sign>((unsigned)b, i));             \
    return sum;                                                                                              \
  }                                                                                                          \
  EMU_PURE T_ __dp2a_hi(T_ a, T_ b, T_ sum) {                                                                \
    for (int i = 0; i < 2; i++)                                                                              \
      sum += (T_)(::emu::part<16, sign>((unsigned)a, i) * ::emu::part<8, sign>((unsigned)b, i + 2));         \
    return sum;                                                                                              \
  }                                                                                                          \
  EMU_UNSEEN inline T_ __dp2a_lo(half_vector a, byte_vector b, T_ sum) {                                     \
    return sum + (T_)(a.x * b.x) + (T_)(a.y * b.y);                                                          \
  }                                                                                                          \
  EMU_UNSEEN inline T_ __dp2a_hi(half_vector a, byte_vector b, T_ sum) {                                     \
    return sum + (T_)(a.x * b.z) + (T_)(a.y * b.w);                                                          \
  }                                                                                                          \
  EMU_UNSEEN inline T_ __dp4a(byte_vector a, byte_vector b, T_ sum) {                                        \
    return sum + (T_)(a.x * b.x) + (T_)(a.y * b.y) + (T_)(a.z * b.z) + (T_)(a.w * b.w);                      \
  }
EMU_DOTS(int, true, short2, char4)
EMU_DOTS(unsigned, false, ushort2, uchar4)
#undef EMU_DOTS

#endif

// The arithmetic, comparisons and functions of one 16-bit floating-point type: part of emu_small_float.h,
// which defines EMU_T and the rest. Each operation rounds once, to nearest even. No include guard.

// Of one value and of a pair.
#define EMU_UNARY(name, bits)                                                                                \
  EMU_INLINE EMU_T name(const EMU_T a) {                                                                     \
    return EMU_MAKE_1(bits(a.emu_x));                                                                        \
  }                                                                                                          \
  EMU_INLINE EMU_T2 name##2(const EMU_T2 a) {                                                                \
    return EMU_MAKE_2(bits(a.x.emu_x), bits(a.y.emu_x));                                                     \
  }
#define EMU_BINARY(name, pair, bits)                                                                         \
  EMU_INLINE EMU_T name(const EMU_T a, const EMU_T b) {                                                      \
    return EMU_MAKE_1(bits(a.emu_x, b.emu_x));                                                               \
  }                                                                                                          \
  EMU_INLINE EMU_T2 pair(const EMU_T2 a, const EMU_T2 b) {                                                   \
    return EMU_MAKE_2(bits(a.x.emu_x, b.x.emu_x), bits(a.y.emu_x, b.y.emu_x));                               \
  }
#define EMU_TERNARY(name, pair, bits)                                                                        \
  EMU_INLINE EMU_T name(const EMU_T a, const EMU_T b, const EMU_T c) {                                       \
    return EMU_MAKE_1(bits(a.emu_x, b.emu_x, c.emu_x));                                                      \
  }                                                                                                          \
  EMU_INLINE EMU_T2 pair(const EMU_T2 a, const EMU_T2 b, const EMU_T2 c) {                                   \
    return EMU_MAKE_2(bits(a.x.emu_x, b.x.emu_x, c.x.emu_x), bits(a.y.emu_x, b.y.emu_x, c.y.emu_x));         \
  }

#define EMU_SMALL_NAMESPACE EMU_NAME(small_, )
namespace emu {
namespace EMU_SMALL_NAMESPACE {
EMU_PURE unsigned negated(unsigned a) {
  return a ^ 0x8000;
}
EMU_PURE unsigned magnitude(unsigned a) {
  return a & 0x7fff;
}
EMU_PURE float wide(unsigned a) {
  return EMU_RUN(_to_float)((uint16_t)a);
}
EMU_PURE unsigned from(double v) {
  return EMU_RUN(_from)(v, EMU_TO_NEAREST);
}
EMU_INLINE unsigned subtracted(unsigned a, unsigned b) { // inline: a sum is told at its own line
  return EMU_RUN(_add)((uint16_t)a, (uint16_t)(b ^ 0x8000));
}
EMU_PURE unsigned smaller(unsigned a, unsigned b) { // of a number and a NaN the number; -0 < 0
  float x = wide(a), y = wide(b);
  return x != x ? (y != y ? 0x7fff : b) : y != y ? a : x < y || (x == y && a & 0x8000) ? a : b;
}
EMU_PURE unsigned larger(unsigned a, unsigned b) {
  float x = wide(a), y = wide(b);
  return x != x ? (y != y ? 0x7fff : b) : y != y ? a : x > y || (x == y && b & 0x8000) ? a : b;
}
EMU_PURE unsigned smaller_nan(unsigned a, unsigned b) {
  return wide(a) != wide(a) || wide(b) != wide(b) ? 0x7fff : smaller(a, b);
}
EMU_PURE unsigned larger_nan(unsigned a, unsigned b) {
  return wide(a) != wide(a) || wide(b) != wide(b) ? 0x7fff : larger(a, b);
}
EMU_PURE unsigned saturated(unsigned a) { // to [0, 1], a NaN to 0
  float x = wide(a);
  return x > 0 ? x < 1 ? a : from(1) : 0;
}
EMU_PURE unsigned add_saturated(unsigned a, unsigned b) {
  return saturated(EMU_RUN(_fma_quiet)((uint16_t)a, (uint16_t)from(1), (uint16_t)b));
}
EMU_PURE unsigned subtract_saturated(unsigned a, unsigned b) {
  return add_saturated(a, negated(b));
}
EMU_PURE unsigned multiply_saturated(unsigned a, unsigned b) {
  return saturated(EMU_RUN(_fma_quiet)((uint16_t)a, (uint16_t)b, 0));
}
EMU_PURE unsigned fma_saturated(unsigned a, unsigned b, unsigned c) {
  return saturated(EMU_RUN(_fma_quiet)((uint16_t)a, (uint16_t)b, (uint16_t)c));
}
EMU_PURE unsigned fma_relu(unsigned a, unsigned b, unsigned c) {
  unsigned r = EMU_RUN(_fma_quiet)((uint16_t)a, (uint16_t)b, (uint16_t)c);
  return wide(r) != wide(r) ? 0x7fff : wide(r) > 0 ? r : 0;
}
#define EMU_SMALL_FUNCTION(name, expression)                                                                 \
  EMU_PURE unsigned name(unsigned a) {                                                                       \
    double x = wide(a);                                                                                      \
    return from(expression);                                                                                 \
  }
EMU_SMALL_FUNCTION(root, ::sqrt(x))
EMU_SMALL_FUNCTION(reciprocal_root, 1 / ::sqrt(x))
EMU_SMALL_FUNCTION(reciprocal, 1 / x)
EMU_SMALL_FUNCTION(exponential, ::exp(x))
EMU_SMALL_FUNCTION(exponential2, ::exp2(x))
EMU_SMALL_FUNCTION(exponential10, ::pow(10.0, x))
EMU_SMALL_FUNCTION(logarithm, ::log(x))
EMU_SMALL_FUNCTION(logarithm2, ::log2(x))
EMU_SMALL_FUNCTION(logarithm10, ::log10(x))
EMU_SMALL_FUNCTION(sine, ::sin(x))
EMU_SMALL_FUNCTION(cosine, ::cos(x))
EMU_SMALL_FUNCTION(hyperbolic_tangent, ::tanh(x))
EMU_SMALL_FUNCTION(floored, ::floor(x))
EMU_SMALL_FUNCTION(raised, ::ceil(x))
EMU_SMALL_FUNCTION(truncated, ::trunc(x))
EMU_SMALL_FUNCTION(rounded, ::rint(x))
#undef EMU_SMALL_FUNCTION
} // namespace EMU_SMALL_NAMESPACE
} // namespace emu
#define EMU_SMALL(name) ::emu::EMU_SMALL_NAMESPACE::name

EMU_BINARY(__hadd, __hadd2, EMU_RUN(_add))
EMU_BINARY(__hadd_rn, __hadd2_rn, EMU_RUN(_add))
EMU_BINARY(__hadd_sat, __hadd2_sat, EMU_SMALL(add_saturated))
EMU_BINARY(__hsub, __hsub2, EMU_SMALL(subtracted))
EMU_BINARY(__hsub_rn, __hsub2_rn, EMU_SMALL(subtracted))
EMU_BINARY(__hsub_sat, __hsub2_sat, EMU_SMALL(subtract_saturated))
EMU_BINARY(__hmul, __hmul2, EMU_RUN(_mul))
EMU_BINARY(__hmul_rn, __hmul2_rn, EMU_RUN(_mul))
EMU_BINARY(__hmul_sat, __hmul2_sat, EMU_SMALL(multiply_saturated))
EMU_BINARY(__hdiv, __h2div, EMU_RUN(_div))
EMU_BINARY(__hmin, __hmin2, EMU_SMALL(smaller))
EMU_BINARY(__hmax, __hmax2, EMU_SMALL(larger))
EMU_BINARY(__hmin_nan, __hmin2_nan, EMU_SMALL(smaller_nan))
EMU_BINARY(__hmax_nan, __hmax2_nan, EMU_SMALL(larger_nan))
EMU_TERNARY(__hfma, __hfma2, EMU_RUN(_fma))
EMU_TERNARY(__hfma_sat, __hfma2_sat, EMU_SMALL(fma_saturated))
EMU_TERNARY(__hfma_relu, __hfma2_relu, EMU_SMALL(fma_relu))
EMU_UNARY(__hneg, EMU_SMALL(negated))
EMU_UNARY(__habs, EMU_SMALL(magnitude))

#define EMU_SMALL_FUNCTION(name, bits)                                                                       \
  EMU_INLINE EMU_T h##name(const EMU_T a) {                                                                  \
    return EMU_MAKE_1(EMU_SMALL(bits)(a.emu_x));                                                             \
  }                                                                                                          \
  EMU_INLINE EMU_T2 h2##name(const EMU_T2 a) {                                                               \
    return EMU_MAKE_2(EMU_SMALL(bits)(a.x.emu_x), EMU_SMALL(bits)(a.y.emu_x));                               \
  }
EMU_SMALL_FUNCTION(sqrt, root)
EMU_SMALL_FUNCTION(rsqrt, reciprocal_root)
EMU_SMALL_FUNCTION(rcp, reciprocal)
EMU_SMALL_FUNCTION(exp, exponential)
EMU_SMALL_FUNCTION(exp2, exponential2)
EMU_SMALL_FUNCTION(exp10, exponential10)
EMU_SMALL_FUNCTION(log, logarithm)
EMU_SMALL_FUNCTION(log2, logarithm2)
EMU_SMALL_FUNCTION(log10, logarithm10)
EMU_SMALL_FUNCTION(sin, sine)
EMU_SMALL_FUNCTION(cos, cosine)
EMU_SMALL_FUNCTION(tanh, hyperbolic_tangent)
EMU_SMALL_FUNCTION(tanh_approx, hyperbolic_tangent)
EMU_SMALL_FUNCTION(floor, floored)
EMU_SMALL_FUNCTION(ceil, raised)
EMU_SMALL_FUNCTION(trunc, truncated)
EMU_SMALL_FUNCTION(rint, rounded)
#undef EMU_SMALL_FUNCTION

// ---- comparisons: ordered (false with a NaN) and, with a u, unordered (true with a NaN) ----

namespace emu {
namespace EMU_SMALL_NAMESPACE {
#define EMU_COMPARISON(name, operator)                                                                       \
  EMU_PURE bool name(unsigned a, unsigned b) {                                                               \
    return wide(a) operator wide(b);                                                                         \
  }                                                                                                          \
  EMU_PURE bool name##u(unsigned a, unsigned b) {                                                            \
    return wide(a) != wide(a) || wide(b) != wide(b) || wide(a) operator wide(b);                             \
  }
EMU_COMPARISON(eq, ==)
EMU_COMPARISON(lt, <)
EMU_COMPARISON(le, <=)
EMU_COMPARISON(gt, >)
EMU_COMPARISON(ge, >=)
#undef EMU_COMPARISON
EMU_PURE bool neu(unsigned a, unsigned b) {
  return wide(a) != wide(b);
}
EMU_PURE bool ne(unsigned a, unsigned b) {
  return wide(a) < wide(b) || wide(a) > wide(b);
}
} // namespace EMU_SMALL_NAMESPACE
} // namespace emu
#define EMU_COMPARISON(name)                                                                                 \
  EMU_INLINE bool __h##name(const EMU_T a, const EMU_T b) {                                                  \
    return EMU_SMALL(name)(a.emu_x, b.emu_x);                                                                \
  }                                                                                                          \
  EMU_INLINE bool __hb##name##2(const EMU_T2 a, const EMU_T2 b) {                                            \
    return EMU_SMALL(name)(a.x.emu_x, b.x.emu_x) & EMU_SMALL(name)(a.y.emu_x, b.y.emu_x);                    \
  }                                                                                                          \
  EMU_INLINE EMU_T2 __h##name##2(const EMU_T2 a, const EMU_T2 b) {                                           \
    return EMU_MAKE_2(EMU_SMALL(name)(a.x.emu_x, b.x.emu_x) * EMU_SMALL(from)(1),                            \
                      EMU_SMALL(name)(a.y.emu_x, b.y.emu_x) * EMU_SMALL(from)(1));                           \
  }                                                                                                          \
  EMU_INLINE unsigned __h##name##2_mask(const EMU_T2 a, const EMU_T2 b) {                                    \
    return EMU_SMALL(name)(a.x.emu_x, b.x.emu_x) * 0xffffu |                                                 \
           EMU_SMALL(name)(a.y.emu_x, b.y.emu_x) * 0xffff0000u;                                              \
  }
#define EMU_COMPARISONS(name) EMU_COMPARISON(name) EMU_COMPARISON(name##u)
EMU_COMPARISONS(eq)
EMU_COMPARISONS(ne)
EMU_COMPARISONS(lt)
EMU_COMPARISONS(le)
EMU_COMPARISONS(gt)
EMU_COMPARISONS(ge)
#undef EMU_COMPARISONS
#undef EMU_COMPARISON
EMU_INLINE bool __hisnan(const EMU_T a) {
  return EMU_SMALL(neu)(a.emu_x, a.emu_x);
}
EMU_INLINE EMU_T2 __hisnan2(const EMU_T2 a) {
  return __hneu2(a, a);
}
EMU_INLINE int __hisinf(const EMU_T a) {
  float x = EMU_RUN(_to_float)(a.emu_x);
  return (x == HUGE_VALF) - (x == -HUGE_VALF);
}

// ---- operators ----

#define EMU_OPERATOR(sign, function)                                                                         \
  EMU_INLINE EMU_T operator sign(const EMU_T &a, const EMU_T &b) {                                           \
    return __h##function(a, b);                                                                              \
  }                                                                                                          \
  EMU_INLINE EMU_T &operator sign##=(EMU_T &a, const EMU_T &b) {                                             \
    return a = __h##function(a, b);                                                                          \
  }
EMU_OPERATOR(+, add)
EMU_OPERATOR(-, sub)
EMU_OPERATOR(*, mul)
EMU_OPERATOR(/, div)
#undef EMU_OPERATOR
#define EMU_OPERATOR(sign, function)                                                                         \
  EMU_INLINE EMU_T2 operator sign(const EMU_T2 &a, const EMU_T2 &b) {                                        \
    return function(a, b);                                                                                   \
  }                                                                                                          \
  EMU_INLINE EMU_T2 &operator sign##=(EMU_T2 &a, const EMU_T2 &b) {                                          \
    return a = function(a, b);                                                                               \
  }
EMU_OPERATOR(+, __hadd2)
EMU_OPERATOR(-, __hsub2)
EMU_OPERATOR(*, __hmul2)
EMU_OPERATOR(/, __h2div)
#undef EMU_OPERATOR
#define EMU_OPERATOR(sign, name)                                                                             \
  EMU_INLINE bool operator sign(const EMU_T &a, const EMU_T &b) {                                            \
    return __h##name(a, b);                                                                                  \
  }                                                                                                          \
  EMU_INLINE bool operator sign(const EMU_T2 &a, const EMU_T2 &b) {                                          \
    return __hb##name##2(a, b);                                                                              \
  }
EMU_OPERATOR(==, eq)
EMU_OPERATOR(!=, neu)
EMU_OPERATOR(<, lt)
EMU_OPERATOR(<=, le)
EMU_OPERATOR(>, gt)
EMU_OPERATOR(>=, ge)
#undef EMU_OPERATOR
EMU_INLINE EMU_T operator+(const EMU_T &a) {
  return a;
}
EMU_INLINE EMU_T operator-(const EMU_T &a) {
  return __hneg(a);
}
EMU_INLINE EMU_T2 operator+(const EMU_T2 &a) {
  return a;
}
EMU_INLINE EMU_T2 operator-(const EMU_T2 &a) {
  return __hneg2(a);
}
EMU_INLINE EMU_T &operator++(EMU_T &a) {
  return a = __hadd(a, EMU_MAKE_1(EMU_SMALL(from)(1)));
}
EMU_INLINE EMU_T &operator--(EMU_T &a) {
  return a = __hsub(a, EMU_MAKE_1(EMU_SMALL(from)(1)));
}
EMU_INLINE EMU_T operator++(EMU_T &a, int) {
  EMU_T before = a;
  ++a;
  return before;
}
EMU_INLINE EMU_T operator--(EMU_T &a, int) {
  EMU_T before = a;
  --a;
  return before;
}
#define EMU_STEP(sign)                                                                                       \
  EMU_INLINE EMU_T2 &operator sign(EMU_T2 &a) {                                                              \
    EMU_T x = a.x, y = a.y;                                                                                  \
    sign x, sign y;                                                                                          \
    return a = EMU_MAKE_2(x.emu_x, y.emu_x);                                                                 \
  }                                                                                                          \
  EMU_INLINE EMU_T2 operator sign(EMU_T2 &a, int) {                                                          \
    EMU_T2 before = a;                                                                                       \
    sign a;                                                                                                  \
    return before;                                                                                           \
  }
EMU_STEP(++)
EMU_STEP(--)
#undef EMU_STEP
// A complex product added to c: x the real part, y the imaginary.
EMU_INLINE EMU_T2 __hcmadd(const EMU_T2 a, const EMU_T2 b, const EMU_T2 c) {
  EMU_T real = __hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x));
  EMU_T imaginary = __hfma(a.y, b.x, __hfma(a.x, b.y, c.y));
  return EMU_MAKE_2(real.emu_x, imaginary.emu_x);
}

#undef EMU_SMALL
#undef EMU_SMALL_NAMESPACE
#undef EMU_TERNARY
#undef EMU_BINARY
#undef EMU_UNARY

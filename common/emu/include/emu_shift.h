// Shifts in device code: the hardware clamps the amount to the width, where x86-64 and aarch64 take it modulo the width.
//
// The translator writes `a << emu_shift << n` for `a << n`, and `a <<= emu_shift <<= n` for `a <<= n`: the precedence is the
// same, and in an #if, where an undefined name is 0, so is the value. No branch is left for the counts to see.
#ifndef EMU_SHIFT_H
#define EMU_SHIFT_H

#include <type_traits>

extern "C" __attribute__((const, nothrow)) int emu_shift_told(long long amount, int bits);

namespace emu {

struct shift_tag {};
#define EMU_SHIFT constexpr EMU_INLINE EMU_UNSEEN
template <class T_> constexpr bool is_whole = std::is_integral<T_>::value || std::is_enum<T_>::value;
template <class T_> using if_whole = typename std::enable_if<is_whole<T_>, int>::type;
template <class T_>
using if_object = typename std::enable_if<!is_whole<typename std::decay<T_>::type>, int>::type;

template <class T_> // of a volatile nothing, since its value would be another access
using assigned = typename std::conditional<std::is_volatile<T_>::value, void, T_ &>::type;

template <class T_> struct left_operand { T_ value; };
template <class T_> struct right_operand { T_ value; };

// Told where C++ leaves the result open.
EMU_INLINE EMU_UNSEEN void tell_shift(long long amount, int bits) {
  __asm__ volatile("" : : "r"(emu_shift_told(amount, bits)));
}

// The amount as the hardware takes it.
template <int bits, class N_> EMU_SHIFT unsigned amount(N_ n) {
#ifndef EMU_FAST
  bool good = (unsigned long long)n < (unsigned)bits;
  if (!__builtin_is_constant_evaluated())
#if __GNUC__ >= 12
    if (!(__builtin_constant_p(good) && good)) tell_shift((long long)n, bits);
#else // where this question may leave a branch: good amounts are told as 0
    tell_shift((long long)n & -(long long)!(__builtin_constant_p(good) & good), bits);
#endif
#endif
  return (unsigned)n;
}

template <class T_, class N_> EMU_SHIFT T_ shift_left(T_ value, N_ n) {
  typedef typename std::make_unsigned<T_>::type U_;
  constexpr int bits = 8 * sizeof(T_);
  unsigned by = amount<bits>(n);
  return (T_)((U_)value << (by & (bits - 1)) & -(U_)(by < bits));
}
template <class T_, class N_> EMU_SHIFT T_ shift_right(T_ value, N_ n) {
  constexpr int bits = 8 * sizeof(T_);
  unsigned by = amount<bits>(n), all = -(unsigned)(by >= bits);
  if constexpr (std::is_signed<T_>::value) return value >> ((by | all) & (bits - 1));
  return value >> (by & (bits - 1)) & (T_) ~(T_)(int)all;
}

#define EMU_SHIFTS(op, shift)                                                                                \
  template <class T_, if_whole<T_> = 0> EMU_SHIFT left_operand<T_> operator op(T_ value, shift_tag) {        \
    return {value};                                                                                          \
  }                                                                                                          \
  template <class T_, if_object<T_> = 0> EMU_SHIFT left_operand<T_ &&> operator op(T_ &&value, shift_tag) {  \
    return {(T_ &&) value};                                                                                  \
  }                                                                                                          \
  template <class T_, class N_, if_whole<T_> = 0, if_whole<N_> = 0>                                          \
  EMU_SHIFT auto operator op(left_operand<T_> a, N_ n) {                                                     \
    return shift(+a.value, +n);                                                                              \
  }                                                                                                          \
  template <class T_, class N_, if_object<T_> = 0, if_whole<N_> = 0>                                         \
  EMU_SHIFT decltype(auto) operator op(left_operand<T_> a, N_ n) {                                           \
    return (T_)a.value op n;                                                                                 \
  }                                                                                                          \
  template <class T_, class N_, if_object<N_> = 0>                                                           \
  EMU_SHIFT decltype(auto) operator op(left_operand<T_> a, N_ &&n) {                                         \
    return (T_)a.value op(N_ &&) n;                                                                          \
  }                                                                                                          \
  template <class N_, if_whole<N_> = 0> EMU_SHIFT right_operand<N_> operator op##=(shift_tag, N_ n) {        \
    return {n};                                                                                              \
  }                                                                                                          \
  template <class N_, if_object<N_> = 0> EMU_SHIFT right_operand<N_ &&> operator op##=(shift_tag, N_ &&n) {  \
    return {(N_ &&) n};                                                                                      \
  }                                                                                                          \
  template <class T_, class N_> EMU_SHIFT assigned<T_> operator op##=(T_ &a, right_operand<N_> n) {          \
    if constexpr (std::is_integral<T_>::value && is_whole<N_>)                                               \
      a = (typename std::remove_cv<T_>::type)shift(+a, +n.value);                                            \
    else                                                                                                     \
      a op## = (N_)n.value;                                                                                  \
    if constexpr (!std::is_volatile<T_>::value) return a;                                                    \
  }
EMU_SHIFTS(<<, shift_left)
EMU_SHIFTS(>>, shift_right)
#undef EMU_SHIFTS
#undef EMU_SHIFT

} // namespace emu

constexpr ::emu::shift_tag emu_shift{};

#endif

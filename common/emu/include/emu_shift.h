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
template <class T> constexpr bool is_whole = std::is_integral<T>::value || std::is_enum<T>::value;
template <class T> using if_whole = typename std::enable_if<is_whole<T>, int>::type;
template <class T>
using if_object = typename std::enable_if<!is_whole<typename std::decay<T>::type>, int>::type;

template <class T> // of a volatile nothing, since its value would be another access
using assigned = typename std::conditional<std::is_volatile<T>::value, void, T &>::type;

template <class T> struct left_operand { T value; };
template <class T> struct right_operand { T value; };

// Told where C++ leaves the result open.
EMU_INLINE EMU_UNSEEN void tell_shift(long long amount, int bits) {
  __asm__ volatile("" : : "r"(emu_shift_told(amount, bits)));
}

// The amount as the hardware takes it.
template <int bits, class N> EMU_SHIFT unsigned amount(N n) {
#ifndef EMU_FAST
  bool good = (unsigned long long)n < (unsigned)bits;
  if (!__builtin_is_constant_evaluated() && !(__builtin_constant_p(good) && good))
    tell_shift((long long)n, bits);
#endif
  return (unsigned)n;
}

template <class T, class N> EMU_SHIFT T shift_left(T value, N n) {
  typedef typename std::make_unsigned<T>::type U;
  constexpr int bits = 8 * sizeof(T);
  unsigned by = amount<bits>(n);
  return (T)((U)value << (by & (bits - 1)) & -(U)(by < bits));
}
template <class T, class N> EMU_SHIFT T shift_right(T value, N n) {
  constexpr int bits = 8 * sizeof(T);
  unsigned by = amount<bits>(n), all = -(unsigned)(by >= bits);
  if constexpr (std::is_signed<T>::value) return value >> ((by | all) & (bits - 1));
  return value >> (by & (bits - 1)) & (T) ~(T)(int)all;
}

#define EMU_SHIFTS(op, shift)                                                                                \
  template <class T, if_whole<T> = 0> EMU_SHIFT left_operand<T> operator op(T value, shift_tag) {            \
    return {value};                                                                                          \
  }                                                                                                          \
  template <class T, if_object<T> = 0> EMU_SHIFT left_operand<T &&> operator op(T &&value, shift_tag) {      \
    return {(T &&) value};                                                                                   \
  }                                                                                                          \
  template <class T, class N, if_whole<T> = 0, if_whole<N> = 0>                                              \
  EMU_SHIFT auto operator op(left_operand<T> a, N n) {                                                       \
    return shift(+a.value, +n);                                                                              \
  }                                                                                                          \
  template <class T, class N, if_object<T> = 0, if_whole<N> = 0>                                             \
  EMU_SHIFT decltype(auto) operator op(left_operand<T> a, N n) {                                             \
    return (T)a.value op n;                                                                                  \
  }                                                                                                          \
  template <class T, class N, if_object<N> = 0>                                                              \
  EMU_SHIFT decltype(auto) operator op(left_operand<T> a, N &&n) {                                           \
    return (T)a.value op(N &&) n;                                                                            \
  }                                                                                                          \
  template <class N, if_whole<N> = 0> EMU_SHIFT right_operand<N> operator op##=(shift_tag, N n) {            \
    return {n};                                                                                              \
  }                                                                                                          \
  template <class N, if_object<N> = 0> EMU_SHIFT right_operand<N &&> operator op##=(shift_tag, N &&n) {      \
    return {(N &&) n};                                                                                       \
  }                                                                                                          \
  template <class T, class N> EMU_SHIFT assigned<T> operator op##=(T &a, right_operand<N> n) {               \
    if constexpr (std::is_integral<T>::value && is_whole<N>)                                                 \
      a = (typename std::remove_cv<T>::type)shift(+a, +n.value);                                             \
    else                                                                                                     \
      a op## = (N)n.value;                                                                                   \
    if constexpr (!std::is_volatile<T>::value) return a;                                                     \
  }
EMU_SHIFTS(<<, shift_left)
EMU_SHIFTS(>>, shift_right)
#undef EMU_SHIFTS
#undef EMU_SHIFT

} // namespace emu

constexpr ::emu::shift_tag emu_shift{};

#endif

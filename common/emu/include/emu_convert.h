// Floating-point numbers to integers in device code, as the hardware does it: out of range the nearest end of the range, of
// a NaN 0. The translator writes emu::to<int>(x) for (int)x and its like.
#ifndef EMU_CONVERT_H
#define EMU_CONVERT_H

#include <type_traits>

extern "C" __attribute__((const, nothrow)) unsigned long long emu_convert(double number, int from_bits,
                                                                          int to_bits, int to_signed);

namespace emu {

template <class T>
constexpr bool is_number = std::is_arithmetic<T>::value; // by value: so that a bit-field will do, too

template <class To, class F, typename std::enable_if<is_number<F>, int>::type = 0>
constexpr EMU_INLINE EMU_UNSEEN typename std::decay<To>::type to(F v) {
  typedef typename std::decay<To>::type T;
  constexpr bool whole = std::is_integral<T>::value && !std::is_same<T, bool>::value;
  if constexpr (whole && (std::is_same<F, float>::value || std::is_same<F, double>::value)) {
    if (!__builtin_is_constant_evaluated()) {
      constexpr int bits = 8 * sizeof(T);
      constexpr bool sign = std::is_signed<T>::value;
#ifdef EMU_FAST
      constexpr F top = (F)(1ull << (bits - 1)) * (sign ? 1 : 2), low = sign ? -top : 0;
      if (__builtin_expect(v >= low && v < top, 1)) return (T)v;
#endif
      return (T)emu_convert(v, 8 * sizeof(F), bits, sign);
    }
  }
  return (T)v;
}
template <class T, class F,
          typename std::enable_if<!is_number<typename std::remove_reference<F>::type>, int>::type = 0>
constexpr EMU_INLINE EMU_UNSEEN T to(F &&v) {
  return (T)(F &&) v;
}

} // namespace emu

#endif

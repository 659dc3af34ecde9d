// Floating-point numbers to integers in device code, as the hardware does it: out of range the nearest end of the range, of
// a NaN 0. The translator writes emu::to<int>(x) for (int)x and its like, and emu::put<int>(x) for what initialises or is
// assigned to a whole number as far as it sees: the types decide, and what is no such conversion stays what it is.
#ifndef EMU_CONVERT_H
#define EMU_CONVERT_H

#include <type_traits>

extern "C" __attribute__((const, nothrow)) unsigned long long emu_convert(double number, int from_bits,
                                                                          int to_bits, int to_signed);

namespace emu {

template <class T_>
constexpr bool is_number =
    std::is_arithmetic<T_>::value || std::is_enum<T_>::value; // by value: so will a bit-field do
template <class To, class F_>
constexpr bool is_whole_of_real = std::is_integral<To>::value && !std::is_same<To, bool>::value &&
                                  (std::is_same<F_, float>::value || std::is_same<F_, double>::value);

template <class To, class F_,
          typename std::enable_if<is_number<F_> && !std::is_reference<To>::value, int>::type = 0>
constexpr EMU_INLINE EMU_UNSEEN typename std::decay<To>::type to(F_ v) {
  typedef typename std::decay<To>::type T_;
  if constexpr (is_whole_of_real<T_, F_>) {
    if (!__builtin_is_constant_evaluated()) {
      constexpr int bits = 8 * sizeof(T_);
      constexpr bool sign = std::is_signed<T_>::value;
#ifdef EMU_FAST
      constexpr F_ top = (F_)(1ull << (bits - 1)) * (sign ? 1 : 2), low = sign ? -top : 0;
      if (__builtin_expect(v >= low && v < top, 1)) return (T_)v;
#endif
      return (T_)emu_convert(v, 8 * sizeof(F_), bits, sign);
    }
  }
  return (T_)v;
}
template <class T_, class F_,
          typename std::enable_if<
              !is_number<typename std::remove_cv<typename std::remove_reference<F_>::type>::type> ||
                  std::is_reference<T_>::value,
              int>::type = 0>
constexpr EMU_INLINE EMU_UNSEEN T_ to(F_ &&v) {
  return (T_)(F_ &&) v;
}

template <class To, class F_, typename std::enable_if<is_number<F_>, int>::type = 0>
constexpr EMU_INLINE EMU_UNSEEN auto put(F_ v) {
  typedef typename std::decay<To>::type T_;
  if constexpr (std::is_arithmetic<T_>::value)
    return to<T_>(v);
  else
    return v;
}
template <
    class To, class F_,
    typename std::enable_if<
        !is_number<typename std::remove_cv<typename std::remove_reference<F_>::type>::type>, int>::type = 0>
constexpr EMU_INLINE EMU_UNSEEN F_ &&put(F_ &&v) {
  return (F_ &&) v;
}

} // namespace emu

#endif

// Types that CUB's interfaces name: pairs, buffers that change places, the bits by which keys are sorted.
#ifndef EMU_CUB_UTIL_TYPE_CUH
#define EMU_CUB_UTIL_TYPE_CUH

#include "../cuda_runtime.h"
#include <cassert>
#include <cfloat>
#include <iterator>

namespace cub {

struct NullType {};

template <class Key_, class Value_> struct KeyValuePair {
  typedef Key_ Key;
  typedef Value_ Value;
  Key_ key;
  Value_ value;
};

// Two buffers; `selector` says which one holds the data.
template <class T_> struct DoubleBuffer {
  T_ *d_buffers[2] = {nullptr, nullptr};
  int selector = 0;

  __host__ __device__ DoubleBuffer() {}
  __host__ __device__ DoubleBuffer(T_ *current, T_ *alternate) : d_buffers{current, alternate} {}
  __host__ __device__ T_ *Current() {
    return d_buffers[selector];
  }
  __host__ __device__ T_ *Alternate() {
    return d_buffers[selector ^ 1];
  }
};

template <class It_> using emu_value = typename std::iterator_traits<It_>::value_type;

template <size_t bytes> struct emu_unsigned { typedef unsigned long long type; };
template <> struct emu_unsigned<1> { typedef unsigned char type; };
template <> struct emu_unsigned<2> { typedef unsigned short type; };
template <> struct emu_unsigned<4> { typedef unsigned type; };

// A number whose order as an unsigned one is that of the keys; -0 is 0. Keys of class type are half-precision numbers.
template <class T_> EMU_INLINE unsigned long long emu_radix(T_ key) {
  typedef typename emu_unsigned<sizeof(T_)>::type bits_type;
  constexpr bits_type top = (bits_type)1 << (8 * sizeof(T_) - 1);
  bits_type bits;
  __builtin_memcpy(&bits, (const void *)&key, sizeof bits);
  if constexpr (std::is_floating_point<T_>::value || std::is_class<T_>::value) {
    if (bits == top) bits = 0;
    return (bits_type)(bits & top ? ~bits : bits | top);
  } else {
    return std::is_signed<T_>::value ? (bits_type)(bits ^ top) : bits;
  }
}
// Bits [begin, end) of it; of a descending sort their complement.
template <class T_> EMU_INLINE unsigned long long emu_radix(T_ key, int begin, int end, bool descending) {
  unsigned long long bits = emu_radix(key), mask = end - begin < 64 ? (1ull << (end - begin)) - 1 : ~0ull;
  return ((descending ? ~bits : bits) >> begin) & mask;
}

} // namespace cub
#endif

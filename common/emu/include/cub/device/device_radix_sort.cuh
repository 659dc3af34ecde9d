// Sorts over a device's memory, with the interface of CUB's DeviceRadixSort. They are stable.
#ifndef EMU_CUB_DEVICE_RADIX_SORT_CUH
#define EMU_CUB_DEVICE_RADIX_SORT_CUH

#include <tuple>
#include "emu_device.cuh"

namespace cub {

// The keys' bits and places, twice: eight bits a pass take them from one half to the other. A pass is not counted, since a
// device's passes are others.
struct emu_order {
  struct entry {
    unsigned long long bits;
    unsigned place;
  };
  entry *from, *to;
  unsigned n;

  EMU_UNSEEN void pass(int bit) {
    unsigned begin[257] = {0};
    for (unsigned i = 0; i < n; i++) begin[(from[i].bits >> bit & 255) + 1]++;
    for (int d = 0; d < 256; d++) begin[d + 1] += begin[d];
    for (unsigned i = 0; i < n; i++) to[begin[from[i].bits >> bit & 255]++] = from[i];
    entry *t = from;
    from = to;
    to = t;
  }
  EMU_UNSEEN void sort(int bits) {
    for (int bit = 0; bit < bits; bit += 8) pass(bit);
  }
  EMU_UNSEEN void put(unsigned i, unsigned long long bits, unsigned place) {
    from[i] = {bits, place};
  }
  EMU_UNSEEN unsigned place(unsigned i) const {
    return from[i].place;
  }
  static size_t bytes(size_t n) {
    return 2 * n * sizeof(entry);
  }
};

// What a caller's decomposer makes of a key: its fields, the first of which decides most. Other keys are one field.
struct emu_whole_key {
  template <class Key_> __host__ __device__ std::tuple<Key_ &> operator()(Key_ &key) const {
    return {key};
  }
};
template <class Key_, class Decompose_>
using emu_fields =
    typename std::decay<decltype(std::declval<const Decompose_ &>()(std::declval<Key_ &>()))>::type;
template <class Fields_, int field>
using emu_field = typename std::decay<typename std::tuple_element<field, Fields_>::type>::type;

// Where a field's bits begin among those of all, the last field's being the lowest; of field -1: how many there are.
template <class Fields_, int field> constexpr int emu_first_bit() {
  if constexpr (field + 1 == std::tuple_size<Fields_>::value)
    return 0;
  else
    return 8 * sizeof(emu_field<Fields_, field + 1>) + emu_first_bit<Fields_, field + 1>();
}
template <class Key_, class Decompose_> constexpr int emu_all_bits() {
  return emu_first_bit<emu_fields<Key_, Decompose_>, -1>();
}

// Sorts by bits [begin, end) of the fields from this one down to the first, the least first.
template <int field, class Key_, class Decompose_>
__device__ inline void emu_sort_by_fields(emu_order &order, const Key_ *in, const Decompose_ &decompose,
                                          int begin, int end, bool descending) {
  typedef emu_fields<Key_, Decompose_> fields;
  constexpr int at = emu_first_bit<fields, field>(), bits = 8 * sizeof(emu_field<fields, field>);
  using std::get; // or that of Thrust's tuples
  int low = begin > at ? begin - at : 0, high = end < at + bits ? end - at : bits;
  if (low < high) {
    for (unsigned i = 0; i < order.n; i++) {
      unsigned place = order.place(i);
      Key_ key = in[place];
      order.put(i, emu_radix((emu_field<fields, field>)get<field>(decompose(key)), low, high, descending),
                place);
    }
    order.sort(high - low);
  }
  if constexpr (field > 0) emu_sort_by_fields<field - 1>(order, in, decompose, begin, end, descending);
}

// Sorts items [first, first + n); the values are NULL where there are none.
template <class Key_, class Value_, class Decompose_>
__device__ inline void emu_sort(void *temp, const Key_ *in, Key_ *out, const Value_ *values_in,
                                Value_ *values_out, unsigned n, const Decompose_ &decompose, int begin,
                                int end, bool descending) {
  emu_order order = {(emu_order::entry *)temp, (emu_order::entry *)temp + n, n};
  for (unsigned i = 0; i < n; i++) order.put(i, 0, i);
  constexpr int fields = std::tuple_size<emu_fields<Key_, Decompose_>>::value;
  emu_sort_by_fields<fields - 1>(order, in, decompose, begin, end, descending);
  for (unsigned i = 0; i < n; i++) {
    unsigned from = order.place(i);
    out[i] = in[from];
    if constexpr (!std::is_same<Value_, NullType>::value) values_out[i] = values_in[from];
  }
}

class DeviceRadixSort {
  template <class Key_, class Value_, class Decompose_>
  EMU_INLINE static cudaError_t
  sort(void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,
       size_t n, Decompose_ decompose, int begin, int end, cudaStream_t stream, bool descending) {
    return emu_device("cub::DeviceRadixSort", temp, bytes, emu_order::bytes(n), stream, [=] __device__() {
      emu_sort(temp, in, out, values_in, values_out, n, decompose, begin, end, descending);
    });
  }
  // A decomposer stands where the first bit stands else.
  template <class T_>
  using if_decomposer = typename std::enable_if<!std::is_convertible<T_, int>::value, cudaError_t>::type;
  typedef const NullType *no_values;

public:
#define EMU_CUB_SORT(suffix, descending)                                                                     \
  template <class Key_>                                                                                      \
  EMU_INLINE static cudaError_t SortKeys##suffix(void *temp, size_t &bytes, const Key_ *in, Key_ *out,       \
                                                 size_t n, int begin = 0, int end = 8 * sizeof(Key_),        \
                                                 cudaStream_t stream = 0) {                                  \
    return sort(temp, bytes, in, out, (no_values)0, (NullType *)0, n, emu_whole_key(), begin, end, stream,   \
                descending);                                                                                 \
  }                                                                                                          \
  template <class Key_, class Value_>                                                                        \
  EMU_INLINE static cudaError_t SortPairs##suffix(                                                           \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,     \
      size_t n, int begin = 0, int end = 8 * sizeof(Key_), cudaStream_t stream = 0) {                        \
    return sort(temp, bytes, in, out, values_in, values_out, n, emu_whole_key(), begin, end, stream,         \
                descending);                                                                                 \
  }                                                                                                          \
  template <class Key_, class Count_, class Decompose_>                                                      \
  EMU_INLINE static if_decomposer<Decompose_> SortKeys##suffix(                                              \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, Count_ n, Decompose_ decompose, int begin,       \
      int end, cudaStream_t stream = 0) {                                                                    \
    return sort(temp, bytes, in, out, (no_values)0, (NullType *)0, (size_t)n, decompose, begin, end, stream, \
                descending);                                                                                 \
  }                                                                                                          \
  template <class Key_, class Count_, class Decompose_>                                                      \
  EMU_INLINE static if_decomposer<Decompose_> SortKeys##suffix(void *temp, size_t &bytes, const Key_ *in,    \
                                                               Key_ *out, Count_ n, Decompose_ decompose,    \
                                                               cudaStream_t stream = 0) {                    \
    return SortKeys##suffix(temp, bytes, in, out, n, decompose, 0, emu_all_bits<Key_, Decompose_>(),         \
                            stream);                                                                         \
  }                                                                                                          \
  template <class Key_, class Value_, class Count_, class Decompose_>                                        \
  EMU_INLINE static if_decomposer<Decompose_> SortPairs##suffix(                                             \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,     \
      Count_ n, Decompose_ decompose, int begin, int end, cudaStream_t stream = 0) {                         \
    return sort(temp, bytes, in, out, values_in, values_out, (size_t)n, decompose, begin, end, stream,       \
                descending);                                                                                 \
  }                                                                                                          \
  template <class Key_, class Value_, class Count_, class Decompose_>                                        \
  EMU_INLINE static if_decomposer<Decompose_> SortPairs##suffix(                                             \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,     \
      Count_ n, Decompose_ decompose, cudaStream_t stream = 0) {                                             \
    return SortPairs##suffix(temp, bytes, in, out, values_in, values_out, n, decompose, 0,                   \
                             emu_all_bits<Key_, Decompose_>(), stream);                                      \
  }                                                                                                          \
  template <class Key_, class... More_>                                                                      \
  EMU_INLINE static cudaError_t SortKeys##suffix(void *temp, size_t &bytes, DoubleBuffer<Key_> &keys,        \
                                                 size_t n, More_... more) {                                  \
    cudaError_t e = SortKeys##suffix(temp, bytes, keys.Current(), keys.Alternate(), n, more...);             \
    if (temp) keys.selector ^= 1;                                                                            \
    return e;                                                                                                \
  }                                                                                                          \
  template <class Key_, class Value_, class... More_>                                                        \
  EMU_INLINE static cudaError_t SortPairs##suffix(void *temp, size_t &bytes, DoubleBuffer<Key_> &keys,       \
                                                  DoubleBuffer<Value_> &values, size_t n, More_... more) {   \
    cudaError_t e = SortPairs##suffix(temp, bytes, keys.Current(), keys.Alternate(), values.Current(),       \
                                      values.Alternate(), n, more...);                                       \
    if (temp) keys.selector ^= 1, values.selector ^= 1;                                                      \
    return e;                                                                                                \
  }
  EMU_CUB_SORT(, false)
  EMU_CUB_SORT(Descending, true)
#undef EMU_CUB_SORT
};

} // namespace cub
#endif

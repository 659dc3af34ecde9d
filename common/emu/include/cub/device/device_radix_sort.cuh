// Sorts over a device's memory, with the interface of CUB's DeviceRadixSort. They are stable.
#ifndef EMU_CUB_DEVICE_RADIX_SORT_CUH
#define EMU_CUB_DEVICE_RADIX_SORT_CUH

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
  EMU_UNSEEN void put(unsigned i, unsigned long long bits) {
    from[i] = {bits, i};
  }
  EMU_UNSEEN unsigned place(unsigned i) const {
    return from[i].place;
  }
  static size_t bytes(size_t n) {
    return 2 * n * sizeof(entry);
  }
};

// Sorts items [first, first + n); the values are NULL where there are none.
template <class Key_, class Value_>
__device__ inline void emu_sort(void *temp, const Key_ *in, Key_ *out, const Value_ *values_in,
                                Value_ *values_out, unsigned n, int begin, int end, bool descending) {
  emu_order order = {(emu_order::entry *)temp, (emu_order::entry *)temp + n, n};
  for (unsigned i = 0; i < n; i++) order.put(i, emu_radix(in[i], begin, end, descending));
  order.sort(end - begin);
  for (unsigned i = 0; i < n; i++) {
    unsigned from = order.place(i);
    out[i] = in[from];
    if constexpr (!std::is_same<Value_, NullType>::value) values_out[i] = values_in[from];
  }
}

class DeviceRadixSort {
  template <class Key_, class Value_>
  EMU_INLINE static cudaError_t sort(void *temp, size_t &bytes, const Key_ *in, Key_ *out,
                                     const Value_ *values_in, Value_ *values_out, size_t n, int begin,
                                     int end, cudaStream_t stream, bool descending) {
    return emu_device("cub::DeviceRadixSort", temp, bytes, emu_order::bytes(n), stream, [=] __device__() {
      emu_sort(temp, in, out, values_in, values_out, n, begin, end, descending);
    });
  }

public:
#define EMU_CUB_SORT(suffix, descending)                                                                     \
  template <class Key_>                                                                                      \
  EMU_INLINE static cudaError_t SortKeys##suffix(void *temp, size_t &bytes, const Key_ *in, Key_ *out,       \
                                                 size_t n, int begin = 0, int end = 8 * sizeof(Key_),        \
                                                 cudaStream_t stream = 0) {                                  \
    return sort(temp, bytes, in, out, (const NullType *)0, (NullType *)0, n, begin, end, stream,             \
                descending);                                                                                 \
  }                                                                                                          \
  template <class Key_, class Value_>                                                                        \
  EMU_INLINE static cudaError_t SortPairs##suffix(                                                           \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,     \
      size_t n, int begin = 0, int end = 8 * sizeof(Key_), cudaStream_t stream = 0) {                        \
    return sort(temp, bytes, in, out, values_in, values_out, n, begin, end, stream, descending);             \
  }                                                                                                          \
  template <class Key_>                                                                                      \
  EMU_INLINE static cudaError_t SortKeys##suffix(void *temp, size_t &bytes, DoubleBuffer<Key_> &keys,        \
                                                 size_t n, int begin = 0, int end = 8 * sizeof(Key_),        \
                                                 cudaStream_t stream = 0) {                                  \
    cudaError_t e = SortKeys##suffix(temp, bytes, keys.Current(), keys.Alternate(), n, begin, end, stream);  \
    if (temp) keys.selector ^= 1;                                                                            \
    return e;                                                                                                \
  }                                                                                                          \
  template <class Key_, class Value_>                                                                        \
  EMU_INLINE static cudaError_t SortPairs##suffix(void *temp, size_t &bytes, DoubleBuffer<Key_> &keys,       \
                                                  DoubleBuffer<Value_> &values, size_t n, int begin = 0,     \
                                                  int end = 8 * sizeof(Key_), cudaStream_t stream = 0) {     \
    cudaError_t e = SortPairs##suffix(temp, bytes, keys.Current(), keys.Alternate(), values.Current(),       \
                                      values.Alternate(), n, begin, end, stream);                            \
    if (temp) keys.selector ^= 1, values.selector ^= 1;                                                      \
    return e;                                                                                                \
  }
  EMU_CUB_SORT(, false)
  EMU_CUB_SORT(Descending, true)
#undef EMU_CUB_SORT
};

} // namespace cub
#endif

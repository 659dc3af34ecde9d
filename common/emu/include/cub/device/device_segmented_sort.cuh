// Sorts of segments, with the interfaces of CUB's DeviceSegmentedRadixSort and DeviceSegmentedSort.
#ifndef EMU_CUB_DEVICE_SEGMENTED_SORT_CUH
#define EMU_CUB_DEVICE_SEGMENTED_SORT_CUH

#include "device_radix_sort.cuh"

namespace cub {

class emu_segmented_sort {
protected:
  template <class Key_, class Value_, class Begin_, class End_>
  EMU_INLINE static cudaError_t sort(void *temp, size_t &bytes, const Key_ *in, Key_ *out,
                                     const Value_ *values_in, Value_ *values_out, size_t n,
                                     long long segments, Begin_ begin, End_ end, int from_bit, int to_bit,
                                     cudaStream_t stream, bool descending) {
    return emu_device("cub::DeviceSegmentedSort", temp, bytes, emu_order::bytes(n), stream,
                      [=] __device__() mutable {
                        for (long long s = 0; s < segments; s++) {
                          long long b = begin[s];
                          emu_sort(temp, in + b, out + b, values_in + b, values_out + b, end[s] - b,
                                   emu_whole_key(), from_bit, to_bit, descending);
                        }
                      });
  }
};

// `more` is what stands between the segments' ends and the stream.
#define EMU_CUB_SORT(prefix, suffix, descending, more, from_bit, to_bit)                                     \
  template <class Key_, class Begin_, class End_>                                                            \
  EMU_INLINE static cudaError_t prefix##SortKeys##suffix(                                                    \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, long long n, long long segments, Begin_ begin,   \
      End_ end more, cudaStream_t stream = 0) {                                                              \
    return sort(temp, bytes, in, out, (const NullType *)0, (NullType *)0, n, segments, begin, end, from_bit, \
                to_bit, stream, descending);                                                                 \
  }                                                                                                          \
  template <class Key_, class Value_, class Begin_, class End_>                                              \
  EMU_INLINE static cudaError_t prefix##SortPairs##suffix(                                                   \
      void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,     \
      long long n, long long segments, Begin_ begin, End_ end more, cudaStream_t stream = 0) {               \
    return sort(temp, bytes, in, out, values_in, values_out, n, segments, begin, end, from_bit, to_bit,      \
                stream, descending);                                                                         \
  }                                                                                                          \
  template <class Key_, class Begin_, class End_>                                                            \
  EMU_INLINE static cudaError_t prefix##SortKeys##suffix(                                                    \
      void *temp, size_t &bytes, DoubleBuffer<Key_> &keys, long long n, long long segments, Begin_ begin,    \
      End_ end more, cudaStream_t stream = 0) {                                                              \
    Key_ *in = keys.Current(), *out = keys.Alternate();                                                      \
    if (temp) keys.selector ^= 1;                                                                            \
    return sort(temp, bytes, in, out, (const NullType *)0, (NullType *)0, n, segments, begin, end, from_bit, \
                to_bit, stream, descending);                                                                 \
  }                                                                                                          \
  template <class Key_, class Value_, class Begin_, class End_>                                              \
  EMU_INLINE static cudaError_t prefix##SortPairs##suffix(                                                   \
      void *temp, size_t &bytes, DoubleBuffer<Key_> &keys, DoubleBuffer<Value_> &values, long long n,        \
      long long segments, Begin_ begin, End_ end more, cudaStream_t stream = 0) {                            \
    Key_ *in = keys.Current(), *out = keys.Alternate();                                                      \
    Value_ *values_in = values.Current(), *values_out = values.Alternate();                                  \
    if (temp) keys.selector ^= 1, values.selector ^= 1;                                                      \
    return sort(temp, bytes, in, out, values_in, values_out, n, segments, begin, end, from_bit, to_bit,      \
                stream, descending);                                                                         \
  }
#define EMU_CUB_NO_MORE
#define EMU_CUB_BITS , int from = 0, int to = 8 * sizeof(Key_)
struct DeviceSegmentedRadixSort : emu_segmented_sort {
  EMU_CUB_SORT(, , false, EMU_CUB_BITS, from, to)
  EMU_CUB_SORT(, Descending, true, EMU_CUB_BITS, from, to)
};
struct DeviceSegmentedSort : emu_segmented_sort {
  EMU_CUB_SORT(, , false, EMU_CUB_NO_MORE, 0, 8 * sizeof(Key_))
  EMU_CUB_SORT(, Descending, true, EMU_CUB_NO_MORE, 0, 8 * sizeof(Key_))
  EMU_CUB_SORT(Stable, , false, EMU_CUB_NO_MORE, 0, 8 * sizeof(Key_))
  EMU_CUB_SORT(Stable, Descending, true, EMU_CUB_NO_MORE, 0, 8 * sizeof(Key_))
};
#undef EMU_CUB_SORT
#undef EMU_CUB_NO_MORE
#undef EMU_CUB_BITS

} // namespace cub
#endif

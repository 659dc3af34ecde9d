// Sorts of segments, with the interfaces of CUB's DeviceSegmentedRadixSort and DeviceSegmentedSort.
#ifndef EMU_CUB_DEVICE_SEGMENTED_SORT_CUH
#define EMU_CUB_DEVICE_SEGMENTED_SORT_CUH

#include "device_radix_sort.cuh"

namespace cub {

class emu_segmented_sort {
  template <class Key_, class Value_, class Begin_, class End_>
  EMU_INLINE static cudaError_t
  sort(void *temp, size_t &bytes, const Key_ *in, Key_ *out, const Value_ *values_in, Value_ *values_out,
       size_t n, long long segments, Begin_ begin, End_ end, cudaStream_t stream, bool descending) {
    return emu_device("cub::DeviceSegmentedSort", temp, bytes, emu_order::bytes(n), stream,
                      [=] __device__() mutable {
                        for (long long s = 0; s < segments; s++) {
                          long long b = begin[s];
                          emu_sort(temp, in + b, out + b, values_in + b, values_out + b, end[s] - b, 0,
                                   8 * sizeof(Key_), descending);
                        }
                      });
  }

public:
#define EMU_CUB_SORT(suffix, descending)                                                                     \
  template <class Key_, class Begin_, class End_>                                                            \
  EMU_INLINE static cudaError_t SortKeys##suffix(void *temp, size_t &bytes, const Key_ *in, Key_ *out,       \
                                                 long long n, long long segments, Begin_ begin, End_ end) {  \
    return sort(temp, bytes, in, out, (const NullType *)0, (NullType *)0, n, segments, begin, end, 0,        \
                descending);                                                                                 \
  }                                                                                                          \
  template <class Key_, class Value_, class Begin_, class End_>                                              \
  EMU_INLINE static cudaError_t SortPairs##suffix(void *temp, size_t &bytes, const Key_ *in, Key_ *out,      \
                                                  const Value_ *values_in, Value_ *values_out, long long n,  \
                                                  long long segments, Begin_ begin, End_ end) {              \
    return sort(temp, bytes, in, out, values_in, values_out, n, segments, begin, end, 0, descending);        \
  }
  EMU_CUB_SORT(, false)
  EMU_CUB_SORT(Descending, true)
#undef EMU_CUB_SORT
};
struct DeviceSegmentedRadixSort : emu_segmented_sort {};
struct DeviceSegmentedSort : emu_segmented_sort {};

} // namespace cub
#endif

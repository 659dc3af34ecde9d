// Reductions over a device's memory, with the interface of CUB's DeviceReduce.
#ifndef EMU_CUB_DEVICE_REDUCE_CUH
#define EMU_CUB_DEVICE_REDUCE_CUH

#include "emu_device.cuh"
#include <limits>

namespace cub {

template <class A_, class In_, class Op_>
__device__ inline A_ emu_reduce(In_ in, long long begin, long long end, Op_ op, A_ sum) {
  for (long long i = begin; i < end; i++) sum = op(sum, emu_item(in, i));
  return sum;
}
// The place of the first item that no other one precedes by `less`.
template <class In_, class Less_> __device__ inline long long emu_extreme(In_ in, long long n, Less_ less) {
  long long best = 0;
  for (long long i = 1; i < n; i++)
    if (less(emu_item(in, i), emu_item(in, best))) best = i;
  return best;
}
struct emu_less {
  template <class T_> EMU_INLINE bool operator()(const T_ &a, const T_ &b) const {
    return a < b;
  }
};
struct emu_greater {
  template <class T_> EMU_INLINE bool operator()(const T_ &a, const T_ &b) const {
    return b < a;
  }
};

struct DeviceReduce {
  template <class In_, class Out_, class Op_, class T_>
  EMU_INLINE static cudaError_t Reduce(void *temp, size_t &bytes, In_ in, Out_ out, long long n, Op_ op,
                                       T_ init, cudaStream_t stream = 0) {
    typedef emu_accumulator<Op_, T_, emu_value<In_>> A_;
    return emu_device("cub::DeviceReduce", temp, bytes, 0, stream,
                      [=] __device__() mutable { *out = emu_reduce<A_>(in, 0, n, op, init); });
  }
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t Sum(void *temp, size_t &bytes, In_ in, Out_ out, long long n,
                                    cudaStream_t stream = 0) {
    return Reduce(temp, bytes, in, out, n, cub::Sum(), emu_value<Out_>(), stream);
  }
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t Min(void *temp, size_t &bytes, In_ in, Out_ out, long long n,
                                    cudaStream_t stream = 0) {
    return Reduce(temp, bytes, in, out, n, cub::Min(), std::numeric_limits<emu_value<In_>>::max(), stream);
  }
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t Max(void *temp, size_t &bytes, In_ in, Out_ out, long long n,
                                    cudaStream_t stream = 0) {
    return Reduce(temp, bytes, in, out, n, cub::Max(), std::numeric_limits<emu_value<In_>>::lowest(), stream);
  }
  template <class In_, class Out_, class Op_, class Map_, class T_>
  EMU_INLINE static cudaError_t TransformReduce(void *temp, size_t &bytes, In_ in, Out_ out, long long n,
                                                Op_ op, Map_ map, T_ init, cudaStream_t stream = 0) {
    return emu_device("cub::DeviceReduce", temp, bytes, 0, stream, [=] __device__() mutable {
      T_ sum = init;
      for (long long i = 0; i < n; i++) sum = op(sum, map(emu_item(in, i)));
      *out = sum;
    });
  }

  // Before CUB 3 they have one result, the pair; now the value and its place.
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t ArgMin(void *temp, size_t &bytes, In_ in, Out_ out, int n,
                                       cudaStream_t stream = 0) {
    return extreme(temp, bytes, in, out, n, emu_less(), stream);
  }
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t ArgMax(void *temp, size_t &bytes, In_ in, Out_ out, int n,
                                       cudaStream_t stream = 0) {
    return extreme(temp, bytes, in, out, n, emu_greater(), stream);
  }
  template <class In_, class Out_, class Place_>
  EMU_INLINE static cudaError_t ArgMin(void *temp, size_t &bytes, In_ in, Out_ out, Place_ *place,
                                       long long n, cudaStream_t stream = 0) {
    return extreme(temp, bytes, in, out, place, n, emu_less(), stream);
  }
  template <class In_, class Out_, class Place_>
  EMU_INLINE static cudaError_t ArgMax(void *temp, size_t &bytes, In_ in, Out_ out, Place_ *place,
                                       long long n, cudaStream_t stream = 0) {
    return extreme(temp, bytes, in, out, place, n, emu_greater(), stream);
  }

  template <class Keys_, class Unique_, class Values_, class Sums_, class Count_, class Op_>
  EMU_INLINE static cudaError_t ReduceByKey(void *temp, size_t &bytes, Keys_ keys, Unique_ unique,
                                            Values_ values, Sums_ sums, Count_ runs, Op_ op, long long n,
                                            cudaStream_t stream = 0) {
    return emu_device("cub::DeviceReduce", temp, bytes, 0, stream, [=] __device__() mutable {
      long long run = 0;
      for (long long i = 0, j; i < n; i = j, run++) {
        emu_value<Values_> sum = values[i];
        for (j = i + 1; j < n && keys[j] == keys[i]; j++) sum = op(sum, emu_item(values, j));
        unique[run] = keys[i];
        sums[run] = sum;
      }
      *runs = run;
    });
  }

private:
  template <class In_, class Out_, class Less_>
  EMU_INLINE static cudaError_t extreme(void *temp, size_t &bytes, In_ in, Out_ out, long long n, Less_ less,
                                        cudaStream_t stream) {
    return emu_device("cub::DeviceReduce", temp, bytes, 0, stream, [=] __device__() mutable {
      long long at = emu_extreme(in, n, less);
      (*out).key = at;
      (*out).value = in[at];
    });
  }
  template <class In_, class Out_, class Place_, class Less_>
  EMU_INLINE static cudaError_t extreme(void *temp, size_t &bytes, In_ in, Out_ out, Place_ *place,
                                        long long n, Less_ less, cudaStream_t stream) {
    return emu_device("cub::DeviceReduce", temp, bytes, 0, stream, [=] __device__() mutable {
      long long at = emu_extreme(in, n, less);
      *place = at;
      *out = in[at];
    });
  }
};

} // namespace cub
#endif

// Reductions of segments, with the interface of CUB's DeviceSegmentedReduce.
#ifndef EMU_CUB_DEVICE_SEGMENTED_REDUCE_CUH
#define EMU_CUB_DEVICE_SEGMENTED_REDUCE_CUH

#include "device_reduce.cuh"

namespace cub {

struct DeviceSegmentedReduce {
  template <class In_, class Out_, class Begin_, class End_, class Op_, class T_>
  EMU_INLINE static cudaError_t Reduce(void *temp, size_t &bytes, In_ in, Out_ out, long long segments,
                                       Begin_ begin, End_ end, Op_ op, T_ init, cudaStream_t stream = 0) {
    typedef emu_accumulator<Op_, T_, emu_value<In_>> A_;
    return emu_device("cub::DeviceSegmentedReduce", temp, bytes, 0, stream, [=] __device__() mutable {
      for (long long s = 0; s < segments; s++) out[s] = emu_reduce<A_>(in, begin[s], end[s], op, init);
    });
  }
  template <class In_, class Out_, class Begin_, class End_>
  EMU_INLINE static cudaError_t Sum(void *temp, size_t &bytes, In_ in, Out_ out, long long segments,
                                    Begin_ begin, End_ end, cudaStream_t stream = 0) {
    return Reduce(temp, bytes, in, out, segments, begin, end, cub::Sum(), emu_value<Out_>(), stream);
  }
  template <class In_, class Out_, class Begin_, class End_>
  EMU_INLINE static cudaError_t Min(void *temp, size_t &bytes, In_ in, Out_ out, long long segments,
                                    Begin_ begin, End_ end, cudaStream_t stream = 0) {
    return Reduce(temp, bytes, in, out, segments, begin, end, cub::Min(),
                  std::numeric_limits<emu_value<In_>>::max(), stream);
  }
  template <class In_, class Out_, class Begin_, class End_>
  EMU_INLINE static cudaError_t Max(void *temp, size_t &bytes, In_ in, Out_ out, long long segments,
                                    Begin_ begin, End_ end, cudaStream_t stream = 0) {
    return Reduce(temp, bytes, in, out, segments, begin, end, cub::Max(),
                  std::numeric_limits<emu_value<In_>>::lowest(), stream);
  }
};

} // namespace cub
#endif

// A function for each item or number, with the interface of CUB's DeviceFor.
#ifndef EMU_CUB_DEVICE_FOR_CUH
#define EMU_CUB_DEVICE_FOR_CUH

#include "emu_device.cuh"

namespace cub {

struct DeviceFor {
  template <class Op_> EMU_INLINE static cudaError_t Bulk(long long n, Op_ op, cudaStream_t stream = 0) {
    size_t bytes = 0;
    return emu_device("cub::DeviceFor", &bytes, bytes, 0, stream, [=] __device__() mutable {
      for (long long i = 0; i < n; i++) op(i);
    });
  }
  template <class In_, class Op_>
  EMU_INLINE static cudaError_t ForEachN(In_ in, long long n, Op_ op, cudaStream_t stream = 0) {
    size_t bytes = 0;
    return emu_device("cub::DeviceFor", &bytes, bytes, 0, stream, [=] __device__() mutable {
      for (long long i = 0; i < n; i++) op(in[i]);
    });
  }
  template <class In_, class Op_>
  EMU_INLINE static cudaError_t ForEach(In_ begin, In_ end, Op_ op, cudaStream_t stream = 0) {
    return ForEachN(begin, end - begin, op, stream);
  }
};

} // namespace cub
#endif

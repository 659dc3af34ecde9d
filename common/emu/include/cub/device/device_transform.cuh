// A function of each item, or of the items of several sequences, with the interface of CUB's DeviceTransform.
#ifndef EMU_CUB_DEVICE_TRANSFORM_CUH
#define EMU_CUB_DEVICE_TRANSFORM_CUH

#include "emu_device.cuh"
#include <cuda/std/tuple> // the toolkit's beside Thrust

namespace cub {

struct DeviceTransform {
  template <class... In_, class Out_, class Op_>
  EMU_INLINE static cudaError_t Transform(void *temp, size_t &bytes, ::cuda::std::tuple<In_...> in, Out_ out,
                                          long long n, Op_ op, cudaStream_t stream = 0) {
    return all(temp, bytes, in, out, n, op, stream, std::index_sequence_for<In_...>());
  }
  template <class In_, class Out_, class Op_>
  EMU_INLINE static cudaError_t Transform(void *temp, size_t &bytes, In_ in, Out_ out, long long n, Op_ op,
                                          cudaStream_t stream = 0) {
    return Transform(temp, bytes, ::cuda::std::make_tuple(in), out, n, op, stream);
  }
  // Without temporary storage.
  template <class In_, class Out_, class Op_>
  EMU_INLINE static cudaError_t Transform(In_ in, Out_ out, long long n, Op_ op, cudaStream_t stream = 0) {
    size_t bytes = 0;
    return Transform(&bytes, bytes, in, out, n, op, stream);
  }

private:
  template <class Tuple_, class Out_, class Op_, size_t... at>
  EMU_INLINE static cudaError_t all(void *temp, size_t &bytes, Tuple_ in, Out_ out, long long n, Op_ op,
                                    cudaStream_t stream, std::index_sequence<at...>) {
    return emu_device("cub::DeviceTransform", temp, bytes, 0, stream, [=] __device__() mutable {
      using ::cuda::std::get;
      for (long long i = 0; i < n; i++) out[i] = op(get<at>(in)[i]...);
    });
  }
};

} // namespace cub
#endif

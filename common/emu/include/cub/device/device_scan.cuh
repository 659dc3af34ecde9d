// Scans over a device's memory, with the interface of CUB's DeviceScan. Without an output they are in place.
#ifndef EMU_CUB_DEVICE_SCAN_CUH
#define EMU_CUB_DEVICE_SCAN_CUH

#include "emu_device.cuh"

namespace cub {

template <class T_> struct FutureValue { // an initial value that lies in the device's memory
  T_ *at;
  __host__ __device__ explicit FutureValue(T_ *at) : at(at) {}
  __host__ __device__ operator T_() const {
    return *at;
  }
};
template <class T_> struct emu_initial { typedef T_ type; };
template <class T_> struct emu_initial<FutureValue<T_>> { typedef T_ type; };

struct DeviceScan {
  template <class In_, class Out_, class Op_, class T_>
  EMU_INLINE static cudaError_t ExclusiveScan(void *temp, size_t &bytes, In_ in, Out_ out, Op_ op, T_ init,
                                              long long n, cudaStream_t stream = 0) {
    typedef emu_accumulator<Op_, typename emu_initial<T_>::type, emu_value<In_>> A_;
    return emu_device("cub::DeviceScan", temp, bytes, 0, stream, [=] __device__() mutable {
      A_ sum = init;
      for (long long i = 0; i < n; i++) {
        A_ next = op(sum, emu_item(in, i));
        out[i] = sum;
        sum = next;
      }
    });
  }
  template <class In_, class Out_, class Op_>
  EMU_INLINE static cudaError_t InclusiveScan(void *temp, size_t &bytes, In_ in, Out_ out, Op_ op,
                                              long long n, cudaStream_t stream = 0) {
    typedef emu_accumulator<Op_, emu_value<In_>, emu_value<In_>> A_;
    return emu_device("cub::DeviceScan", temp, bytes, 0, stream, [=] __device__() mutable {
      if (!n) return;
      A_ sum = in[0];
      out[0] = sum;
      for (long long i = 1; i < n; i++) out[i] = sum = op(sum, emu_item(in, i));
    });
  }
  template <class In_, class Out_, class Op_, class T_>
  EMU_INLINE static cudaError_t InclusiveScanInit(void *temp, size_t &bytes, In_ in, Out_ out, Op_ op,
                                                  T_ init, long long n, cudaStream_t stream = 0) {
    typedef emu_accumulator<Op_, T_, emu_value<In_>> A_;
    return emu_device("cub::DeviceScan", temp, bytes, 0, stream, [=] __device__() mutable {
      A_ sum = init;
      for (long long i = 0; i < n; i++) out[i] = sum = op(sum, emu_item(in, i));
    });
  }
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t ExclusiveSum(void *temp, size_t &bytes, In_ in, Out_ out, long long n,
                                             cudaStream_t stream = 0) {
    return ExclusiveScan(temp, bytes, in, out, cub::Sum(), emu_value<In_>(), n, stream);
  }
  template <class In_, class Out_>
  EMU_INLINE static cudaError_t InclusiveSum(void *temp, size_t &bytes, In_ in, Out_ out, long long n,
                                             cudaStream_t stream = 0) {
    return InclusiveScan(temp, bytes, in, out, cub::Sum(), n, stream);
  }
  template <class Data_>
  EMU_INLINE static cudaError_t ExclusiveSum(void *temp, size_t &bytes, Data_ data, long long n,
                                             cudaStream_t stream = 0) {
    return ExclusiveSum(temp, bytes, data, data, n, stream);
  }
  template <class Data_>
  EMU_INLINE static cudaError_t InclusiveSum(void *temp, size_t &bytes, Data_ data, long long n,
                                             cudaStream_t stream = 0) {
    return InclusiveSum(temp, bytes, data, data, n, stream);
  }

  // A new key begins a new sum.
  template <class Keys_, class In_, class Out_>
  EMU_INLINE static cudaError_t ExclusiveSumByKey(void *temp, size_t &bytes, Keys_ keys, In_ in, Out_ out,
                                                  long long n) {
    return emu_device("cub::DeviceScan", temp, bytes, 0, 0, [=] __device__() mutable {
      emu_value<In_> sum = {}, next;
      for (long long i = 0; i < n; i++, sum = next) {
        if (i && !(keys[i] == keys[i - 1])) sum = {};
        next = sum + emu_item(in, i);
        out[i] = sum;
      }
    });
  }
  template <class Keys_, class In_, class Out_>
  EMU_INLINE static cudaError_t InclusiveSumByKey(void *temp, size_t &bytes, Keys_ keys, In_ in, Out_ out,
                                                  long long n) {
    return emu_device("cub::DeviceScan", temp, bytes, 0, 0, [=] __device__() mutable {
      emu_value<In_> sum = {};
      for (long long i = 0; i < n; i++) {
        sum = i && !(keys[i] == keys[i - 1]) ? emu_item(in, i) : sum + emu_item(in, i);
        out[i] = sum;
      }
    });
  }
};

} // namespace cub
#endif

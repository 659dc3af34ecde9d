// Selections and partitions of a device's memory, with the interfaces of CUB's DeviceSelect and DevicePartition.
#ifndef EMU_CUB_DEVICE_SELECT_CUH
#define EMU_CUB_DEVICE_SELECT_CUH

#include "emu_device.cuh"

namespace cub {

struct DeviceSelect {
  template <class In_, class Out_, class Count_, class Op_>
  EMU_INLINE static cudaError_t If(void *temp, size_t &bytes, In_ in, Out_ out, Count_ count, long long n,
                                   Op_ select, cudaStream_t stream = 0) {
    return emu_device("cub::DeviceSelect", temp, bytes, 0, stream, [=] __device__() mutable {
      long long found = 0;
      for (long long i = 0; i < n; i++) {
        emu_value<In_> v = in[i];
        if (select(v)) out[found++] = v;
      }
      *count = found;
    });
  }
  template <class In_, class Flags_, class Out_, class Count_>
  EMU_INLINE static cudaError_t Flagged(void *temp, size_t &bytes, In_ in, Flags_ flags, Out_ out,
                                        Count_ count, long long n, cudaStream_t stream = 0) {
    return emu_device("cub::DeviceSelect", temp, bytes, 0, stream, [=] __device__() mutable {
      long long found = 0;
      for (long long i = 0; i < n; i++)
        if (flags[i]) out[found++] = in[i];
      *count = found;
    });
  }
  // The first item of each run.
  template <class In_, class Out_, class Count_>
  EMU_INLINE static cudaError_t Unique(void *temp, size_t &bytes, In_ in, Out_ out, Count_ count, long long n,
                                       cudaStream_t stream = 0) {
    return emu_device("cub::DeviceSelect", temp, bytes, 0, stream, [=] __device__() mutable {
      long long found = 0;
      for (long long i = 0; i < n; i++)
        if (!i || !(in[i] == in[i - 1])) out[found++] = in[i];
      *count = found;
    });
  }
  template <class Keys_, class In_, class Unique_, class Out_, class Count_>
  EMU_INLINE static cudaError_t UniqueByKey(void *temp, size_t &bytes, Keys_ keys, In_ in, Unique_ unique,
                                            Out_ out, Count_ count, long long n, cudaStream_t stream = 0) {
    return emu_device("cub::DeviceSelect", temp, bytes, 0, stream, [=] __device__() mutable {
      long long found = 0;
      for (long long i = 0; i < n; i++)
        if (!i || !(keys[i] == keys[i - 1])) unique[found] = keys[i], out[found++] = in[i];
      *count = found;
    });
  }
};

// What is selected comes first in its order, the rest after it in reverse.
struct DevicePartition {
  template <class In_, class Out_, class Count_, class Op_>
  EMU_INLINE static cudaError_t If(void *temp, size_t &bytes, In_ in, Out_ out, Count_ count, long long n,
                                   Op_ select, cudaStream_t stream = 0) {
    return emu_device("cub::DevicePartition", temp, bytes, 0, stream, [=] __device__() mutable {
      long long found = 0, rest = n;
      for (long long i = 0; i < n; i++) {
        emu_value<In_> v = in[i];
        out[select(v) ? found++ : --rest] = v;
      }
      *count = found;
    });
  }
  template <class In_, class Flags_, class Out_, class Count_>
  EMU_INLINE static cudaError_t Flagged(void *temp, size_t &bytes, In_ in, Flags_ flags, Out_ out,
                                        Count_ count, long long n, cudaStream_t stream = 0) {
    return emu_device("cub::DevicePartition", temp, bytes, 0, stream, [=] __device__() mutable {
      long long found = 0, rest = n;
      for (long long i = 0; i < n; i++) out[flags[i] ? found++ : --rest] = in[i];
      *count = found;
    });
  }
};

} // namespace cub
#endif

// Runs of equal items in a device's memory, with the interface of CUB's DeviceRunLengthEncode.
#ifndef EMU_CUB_DEVICE_RUN_LENGTH_ENCODE_CUH
#define EMU_CUB_DEVICE_RUN_LENGTH_ENCODE_CUH

#include "emu_device.cuh"

namespace cub {

struct DeviceRunLengthEncode {
  template <class In_, class Unique_, class Lengths_, class Count_>
  EMU_INLINE static cudaError_t Encode(void *temp, size_t &bytes, In_ in, Unique_ unique, Lengths_ lengths,
                                       Count_ runs, long long n, cudaStream_t stream = 0) {
    return emu_device("cub::DeviceRunLengthEncode", temp, bytes, 0, stream, [=] __device__() mutable {
      long long run = 0;
      for (long long i = 0, j; i < n; i = j, run++) {
        for (j = i + 1; j < n && in[j] == in[i];) j++;
        unique[run] = in[i];
        lengths[run] = j - i;
      }
      *runs = run;
    });
  }
  // Runs of two items and more.
  template <class In_, class Offsets_, class Lengths_, class Count_>
  EMU_INLINE static cudaError_t NonTrivialRuns(void *temp, size_t &bytes, In_ in, Offsets_ offsets,
                                               Lengths_ lengths, Count_ runs, long long n,
                                               cudaStream_t stream = 0) {
    return emu_device("cub::DeviceRunLengthEncode", temp, bytes, 0, stream, [=] __device__() mutable {
      long long run = 0;
      for (long long i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && in[j] == in[i];) j++;
        if (j - i > 1) offsets[run] = i, lengths[run++] = j - i;
      }
      *runs = run;
    });
  }
};

} // namespace cub
#endif

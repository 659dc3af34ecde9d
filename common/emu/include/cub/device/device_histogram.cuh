// Histograms of a device's memory, with the interface of CUB's DeviceHistogram.
#ifndef EMU_CUB_DEVICE_HISTOGRAM_CUH
#define EMU_CUB_DEVICE_HISTOGRAM_CUH

#include "emu_device.cuh"

namespace cub {

struct DeviceHistogram {
  // levels - 1 bins of one width from `lower` on; samples outside are left out.
  template <class In_, class Count_, class Level_>
  EMU_INLINE static cudaError_t HistogramEven(void *temp, size_t &bytes, In_ samples, Count_ *histogram,
                                              int levels, Level_ lower, Level_ upper, long long n,
                                              cudaStream_t stream = 0) {
    return emu_device("cub::DeviceHistogram", temp, bytes, 0, stream, [=] __device__() mutable {
      for (int b = 0; b < levels - 1; b++) histogram[b] = 0;
      for (long long i = 0; i < n; i++) {
        Level_ v = samples[i];
        if (v >= lower && v < upper) histogram[bin(v, lower, upper, levels - 1)]++;
      }
    });
  }
  // Bin b holds what is at least level[b] and less than level[b + 1].
  template <class In_, class Count_, class Level_>
  EMU_INLINE static cudaError_t HistogramRange(void *temp, size_t &bytes, In_ samples, Count_ *histogram,
                                               int levels, const Level_ *level, long long n,
                                               cudaStream_t stream = 0) {
    return emu_device("cub::DeviceHistogram", temp, bytes, 0, stream, [=] __device__() mutable {
      for (int b = 0; b < levels - 1; b++) histogram[b] = 0;
      for (long long i = 0; i < n; i++) {
        Level_ v = samples[i];
        int low = 0, high = levels; // the levels that are not greater are [0, low)
        while (low < high) {
          int middle = (low + high) / 2;
          if (level[middle] <= v)
            low = middle + 1;
          else
            high = middle;
        }
        if (low > 0 && low < levels) histogram[low - 1]++;
      }
    });
  }
  // Of pixels with `channels` numbers each, the first `active` ones: so many histograms, levels and bounds.
  template <int channels, int active, class In_, class Count_, class Level_>
  EMU_INLINE static cudaError_t
  MultiHistogramEven(void *temp, size_t &bytes, In_ samples, Count_ *const *histogram, const int *levels,
                     const Level_ *lower, const Level_ *upper, long long pixels, cudaStream_t stream = 0) {
    cudaError_t e = cudaSuccess;
    for (int c = 0; c < active && !e; c++) {
      Count_ *of = histogram[c];
      Level_ low = lower[c], high = upper[c];
      int bins = levels[c] - 1;
      e = emu_device("cub::DeviceHistogram", temp, bytes, 0, stream, [=] __device__() mutable {
        for (int b = 0; b < bins; b++) of[b] = 0;
        for (long long i = 0; i < pixels; i++) {
          Level_ v = samples[i * channels + c];
          if (v >= low && v < high) of[bin(v, low, high, bins)]++;
        }
      });
    }
    return e;
  }
  template <int channels, int active, class In_, class Count_, class Level_>
  EMU_INLINE static cudaError_t
  MultiHistogramEven(void *temp, size_t &bytes, In_ samples, std::array<Count_ *, active> histogram,
                     std::array<int, active> levels, std::array<Level_, active> lower,
                     std::array<Level_, active> upper, long long pixels, cudaStream_t stream = 0) {
    return MultiHistogramEven<channels, active>(temp, bytes, samples, histogram.data(), levels.data(),
                                                lower.data(), upper.data(), pixels, stream);
  }

private:
  template <class Level_> __device__ static int bin(Level_ v, Level_ lower, Level_ upper, int bins) {
    if constexpr (std::is_floating_point<Level_>::value)
      return (v - lower) * (bins / (upper - lower));
    else
      return (unsigned long long)(v - lower) * bins / (unsigned long long)(upper - lower);
  }
};

} // namespace cub
#endif

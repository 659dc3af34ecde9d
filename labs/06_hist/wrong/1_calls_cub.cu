// expect: rejected 1_global_atomics
// fault: [library] calls the library that the lab is measured against.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

#include <cub/device/device_histogram.cuh> // fault

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  size_t need = 0;
  return cub::DeviceHistogram::HistogramEven(nullptr, need, in, hist, 257, 0, 256, (int)n);
}

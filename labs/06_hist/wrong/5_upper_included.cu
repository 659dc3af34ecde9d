// expect: wrong 5_many_bins
// fault: a sample equal to `upper` counts in the last bin.
#include "hist.h"
#define hist_5_many_bins_f32 reference_hist_5_many_bins_f32
#include "../solution.cu"
#undef hist_5_many_bins_f32

struct wrong_levels {
  float lower, upper, scale;
  unsigned bins;
  __device__ unsigned bin(float x) const {
    if (!(x >= lower && x <= upper)) return bins;
    unsigned b = (unsigned)((x - lower) * scale);
    return b < bins ? b : bins - 1;
  }
};

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return many_bins(in, n, wrong_levels{lower, upper, bins / (upper - lower), (unsigned)bins}, hist);
}

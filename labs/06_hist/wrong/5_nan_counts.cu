// expect: wrong 5_many_bins
// fault: a NaN is neither below nor above the levels, and so it counts.
#include "hist.h"
#define hist_5_many_bins_f32 reference_hist_5_many_bins_f32
#include "../solution.cu"
#undef hist_5_many_bins_f32

struct wrong_levels {
  float lower, upper, scale;
  unsigned bins;
  __device__ unsigned bin(float x) const {
    if (x < lower || x >= upper) return bins;
    int b = (int)((x - lower) * scale);
    return b < (int)bins ? b < 0 ? 0 : b : bins - 1;
  }
};

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return many_bins(in, n, wrong_levels{lower, upper, bins / (upper - lower), (unsigned)bins}, hist);
}

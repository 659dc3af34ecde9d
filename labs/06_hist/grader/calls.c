// Lab 06 as the worker sees it: which contract function serves which task.
#include "hist.h"
#include "worker/worker.h"

#pragma weak hist_1_global_atomics
#pragma weak hist_2_privatised
#pragma weak hist_3_coarsened
#pragma weak hist_4_aggregated
#pragma weak hist_5_many_bins
#pragma weak hist_5_many_bins_f32
#pragma weak hist_6_skewed
#pragma weak hist_6_skewed_u32
#pragma weak hist_7_image_equalise

// Bytes. Arguments: in, hist. Parameters: n.
#define RUN(f)                                                                                               \
  static int run_##f(const struct pmpp_io *io) {                                                             \
    return f(io->arg[0], io->param[0], io->arg[1]);                                                          \
  }
RUN(hist_1_global_atomics)
RUN(hist_2_privatised)
RUN(hist_4_aggregated)

static int run_3(const struct pmpp_io *io) { // parameters: n, blocks
  return hist_3_coarsened(io->arg[0], io->param[0], (int)io->param[1], io->arg[1]);
}

// Tasks 5 and 6 are two functions each: an implementation that has only the first has not begun the second.
// Parameters: n, which type of samples, bins, lower, width; reals: lower, upper.
enum { BYTES, WORDS, FLOATS };

static int run_5(const struct pmpp_io *io) {
  int bins = (int)io->param[2];
  if (io->param[1] == WORDS)
    return hist_5_many_bins(io->arg[0], io->param[0], (uint32_t)io->param[3], (uint32_t)io->param[4], bins,
                            io->arg[1]);
  if (!hist_5_many_bins_f32) return PMPP_TODO;
  return hist_5_many_bins_f32(io->arg[0], io->param[0], (float)io->real[0], (float)io->real[1], bins,
                              io->arg[1]);
}

static int run_6(const struct pmpp_io *io) {
  if (io->param[1] == BYTES) return hist_6_skewed(io->arg[0], io->param[0], io->arg[1]);
  if (!hist_6_skewed_u32) return PMPP_TODO;
  return hist_6_skewed_u32(io->arg[0], io->param[0], (uint32_t)io->param[3], (uint32_t)io->param[4],
                           (int)io->param[2], io->arg[1]);
}

static int run_7(const struct pmpp_io *io) { // arguments: in, out, hist, scratch
  return hist_7_image_equalise(io->arg[0], io->param[0], io->arg[1], io->arg[2], io->arg[3]);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_global_atomics", hist_1_global_atomics, run_hist_1_global_atomics),
    PMPP_CALL("2_privatised", hist_2_privatised, run_hist_2_privatised),
    PMPP_CALL("3_coarsened", hist_3_coarsened, run_3),
    PMPP_CALL("4_aggregated", hist_4_aggregated, run_hist_4_aggregated),
    PMPP_CALL("5_many_bins", hist_5_many_bins, run_5),
    PMPP_CALL("6_skewed", hist_6_skewed, run_6),
    PMPP_CALL("7_image_equalise", hist_7_image_equalise, run_7),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];

// Lab 06 as the worker sees it: which contract function serves which task.
#include "hist.h"
#include "worker/worker.h"

// Bytes. Arguments: in, hist. Parameters: n.
#define RUN(f) PMPP_RUN(f, io->arg[0], io->param[0], io->arg[1])
RUN(hist_1_global_atomics)
RUN(hist_2_privatised)
RUN(hist_4_aggregated)

// Parameters: n, blocks.
PMPP_RUN(hist_3_coarsened, io->arg[0], io->param[0], (int)io->param[1], io->arg[1])

// Tasks 5 and 6 are two functions each: an implementation that has only the first has not begun the second.
// Parameters: n, which type of samples, bins, lower, width; reals: lower, upper.
enum { BYTES, WORDS, FLOATS };

PMPP_WEAK(hist_5_many_bins);
PMPP_WEAK(hist_5_many_bins_f32);
static int run_5(const struct pmpp_io *io) {
  int bins = (int)io->param[2];
  if (io->param[1] == WORDS)
    return hist_5_many_bins(io->arg[0], io->param[0], (uint32_t)io->param[3], (uint32_t)io->param[4], bins,
                            io->arg[1]);
  if (!hist_5_many_bins_f32) return PMPP_TODO;
  return hist_5_many_bins_f32(io->arg[0], io->param[0], (float)io->real[0], (float)io->real[1], bins,
                              io->arg[1]);
}

PMPP_WEAK(hist_6_skewed);
PMPP_WEAK(hist_6_skewed_u32);
static int run_6(const struct pmpp_io *io) {
  if (io->param[1] == BYTES) return hist_6_skewed(io->arg[0], io->param[0], io->arg[1]);
  if (!hist_6_skewed_u32) return PMPP_TODO;
  return hist_6_skewed_u32(io->arg[0], io->param[0], (uint32_t)io->param[3], (uint32_t)io->param[4],
                           (int)io->param[2], io->arg[1]);
}

// Arguments: in, out, hist, scratch.
PMPP_RUN(hist_7_image_equalise, io->arg[0], io->param[0], io->arg[1], io->arg[2], io->arg[3])

const struct pmpp_call pmpp_calls[] = {
    PMPP_ROW(hist, 1_global_atomics),      PMPP_ROW(hist, 2_privatised),
    PMPP_ROW(hist, 3_coarsened),           PMPP_ROW(hist, 4_aggregated),
    PMPP_ROW_BY(hist, 5_many_bins, run_5), PMPP_ROW_BY(hist, 6_skewed, run_6),
    PMPP_ROW(hist, 7_image_equalise),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];

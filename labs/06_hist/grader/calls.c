// Lab 06 as the worker sees it: which contract function serves which task.
#include "hist.h"
#include "worker/worker.h"

// Arguments: in, hist. Parameters: n; of task 3 blocks; of tasks 5 and 6 which type of samples, bins, lower, width. Reals:
// lower, upper.
enum { BYTES, WORDS, FLOATS };

#define SAMPLES io->arg[0], io->param[0]
#define BINS    (int)io->param[2], io->arg[1]
#define INTEGER SAMPLES, (uint32_t)io->param[3], (uint32_t)io->param[4], BINS
#define REAL    SAMPLES, (float)io->real[0], (float)io->real[1], BINS
// Arguments: in, out, hist, scratch. Parameters: n.
#define IMAGE SAMPLES, io->arg[1], io->arg[2], io->arg[3]

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(hist, 1_global_atomics, f(SAMPLES, io->arg[1]))                                                        \
  RUN(hist, 2_privatised, f(SAMPLES, io->arg[1]))                                                            \
  RUN(hist, 3_coarsened, f(SAMPLES, (int)io->param[1], io->arg[1]))                                          \
  RUN(hist, 4_aggregated, f(SAMPLES, io->arg[1]))                                                            \
  TWO(hist, 5_many_bins, hist_5_many_bins_f32, io->param[1] == FLOATS, f(INTEGER), g(REAL))                  \
  TWO(hist, 6_skewed, hist_6_skewed_u32, io->param[1] != BYTES, f(SAMPLES, io->arg[1]), g(INTEGER))          \
  RUN(hist, 7_image_equalise, f(IMAGE))
PMPP_CALLS(CALLS);

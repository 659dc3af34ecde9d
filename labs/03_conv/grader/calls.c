// Lab 03 as the worker sees it: which contract function serves which task.
#include "conv.h"
#include "worker/worker.h"

#define INT(i) (int)io->param[i]

// Arguments: in, filter, out. Parameters: n, radius.
#define LINE f(io->arg[0], io->param[0], io->arg[1], INT(1), io->arg[2])
// Arguments: in, filter, out. Parameters: width, height, radius, mode.
#define DISC  f(io->arg[0], INT(0), INT(1), io->arg[1], INT(2), io->arg[2])
#define MODES f(io->arg[0], INT(0), INT(1), io->arg[1], INT(2), INT(3), io->arg[2])
// Arguments: in, filters, scratch, out. Parameters: width, height, radius.
#define SEPARABLE f(io->arg[0], INT(0), INT(1), io->arg[1], INT(2), io->arg[2], io->arg[3])
// Arguments: in, scratch, out. Parameters: width, height, steps, edges; k.
#define GRID f(io->arg[0], INT(0), INT(1), (float)io->real[0], INT(2), INT(3), io->arg[1], io->arg[2])
// Arguments: in, out. Parameters: nx, ny, nz; k.
#define BOX f(io->arg[0], INT(0), INT(1), INT(2), (float)io->real[0], io->arg[1])
// Arguments: in, filter, scratch, out. Parameters: n, c, h, w, f, radius.
#define LAYER                                                                                                \
  f(io->arg[0], INT(0), INT(1), INT(2), INT(3), io->arg[1], INT(4), INT(5), io->arg[2], io->arg[3])

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(conv, 1_conv1d_naive, LINE)                                                                            \
  RUN(conv, 2_constant_memory, LINE)                                                                         \
  RUN(conv, 3_conv1d_halo, LINE)                                                                             \
  RUN(conv, 4_conv2d_halo, DISC)                                                                             \
  RUN(conv, 5_boundary_modes, MODES)                                                                         \
  RUN(conv, 6_separable, SEPARABLE)                                                                          \
  RUN(conv, 7_stencil_2d, GRID)                                                                              \
  RUN(conv, 8_stencil_3d, BOX)                                                                               \
  RUN(conv, 9_im2col_gemm, LAYER)
PMPP_CALLS(CALLS);

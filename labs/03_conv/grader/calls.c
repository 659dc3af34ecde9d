// Lab 03 as the worker sees it: which contract function serves which task.
#include "conv.h"
#include "worker/worker.h"

// Arguments: in, filter, out. Parameters: n, radius.
#define RUN_1D(f) PMPP_RUN(f, io->arg[0], io->param[0], io->arg[1], (int)io->param[1], io->arg[2])
RUN_1D(conv_1_conv1d_naive)
RUN_1D(conv_2_constant_memory)
RUN_1D(conv_3_conv1d_halo)

// Arguments: in, filter, out. Parameters: width, height, radius, mode.
PMPP_RUN(conv_4_conv2d_halo, io->arg[0], (int)io->param[0], (int)io->param[1], io->arg[1], (int)io->param[2],
         io->arg[2])

PMPP_RUN(conv_5_boundary_modes, io->arg[0], (int)io->param[0], (int)io->param[1], io->arg[1],
         (int)io->param[2], (int)io->param[3], io->arg[2])

// Arguments: in, filters, scratch, out. Parameters: width, height, radius.
PMPP_RUN(conv_6_separable, io->arg[0], (int)io->param[0], (int)io->param[1], io->arg[1], (int)io->param[2],
         io->arg[2], io->arg[3])

// Arguments: in, scratch, out. Parameters: width, height, steps, edges; k.
PMPP_RUN(conv_7_stencil_2d, io->arg[0], (int)io->param[0], (int)io->param[1], (float)io->real[0],
         (int)io->param[2], (int)io->param[3], io->arg[1], io->arg[2])

// Arguments: in, out. Parameters: nx, ny, nz; k.
PMPP_RUN(conv_8_stencil_3d, io->arg[0], (int)io->param[0], (int)io->param[1], (int)io->param[2],
         (float)io->real[0], io->arg[1])

// Arguments: in, filter, scratch, out. Parameters: n, c, h, w, f, radius.
PMPP_RUN(conv_9_im2col_gemm, io->arg[0], (int)io->param[0], (int)io->param[1], (int)io->param[2],
         (int)io->param[3], io->arg[1], (int)io->param[4], (int)io->param[5], io->arg[2], io->arg[3])

const struct pmpp_call pmpp_calls[] = {
    PMPP_ROW(conv, 1_conv1d_naive), PMPP_ROW(conv, 2_constant_memory), PMPP_ROW(conv, 3_conv1d_halo),
    PMPP_ROW(conv, 4_conv2d_halo),  PMPP_ROW(conv, 5_boundary_modes),  PMPP_ROW(conv, 6_separable),
    PMPP_ROW(conv, 7_stencil_2d),   PMPP_ROW(conv, 8_stencil_3d),      PMPP_ROW(conv, 9_im2col_gemm),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];

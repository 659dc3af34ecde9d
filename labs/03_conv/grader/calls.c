// Lab 03 as the worker sees it: which contract function serves which task.
#include "conv.h"
#include "worker/worker.h"

#pragma weak conv_1_conv1d_naive
#pragma weak conv_2_constant_memory
#pragma weak conv_3_conv1d_halo
#pragma weak conv_4_conv2d_halo
#pragma weak conv_5_boundary_modes
#pragma weak conv_6_separable
#pragma weak conv_7_stencil_2d
#pragma weak conv_8_stencil_3d
#pragma weak conv_9_im2col_gemm

// Arguments: in, filter, out. Parameters: n, radius.
#define RUN_1D(f)                                                                                            \
  static int run_##f(const struct pmpp_io *io) {                                                             \
    return f(io->arg[0], io->param[0], io->arg[1], (int)io->param[1], io->arg[2]);                           \
  }
RUN_1D(conv_1_conv1d_naive)
RUN_1D(conv_2_constant_memory)
RUN_1D(conv_3_conv1d_halo)

// Arguments: in, filter, out. Parameters: width, height, radius, mode.
static int run_4(const struct pmpp_io *io) {
  return conv_4_conv2d_halo(io->arg[0], (int)io->param[0], (int)io->param[1], io->arg[1], (int)io->param[2],
                            io->arg[2]);
}

static int run_5(const struct pmpp_io *io) {
  return conv_5_boundary_modes(io->arg[0], (int)io->param[0], (int)io->param[1], io->arg[1],
                               (int)io->param[2], (int)io->param[3], io->arg[2]);
}

// Arguments: in, filters, scratch, out. Parameters: width, height, radius.
static int run_6(const struct pmpp_io *io) {
  return conv_6_separable(io->arg[0], (int)io->param[0], (int)io->param[1], io->arg[1], (int)io->param[2],
                          io->arg[2], io->arg[3]);
}

// Arguments: in, scratch, out. Parameters: width, height, steps, edges; k.
static int run_7(const struct pmpp_io *io) {
  return conv_7_stencil_2d(io->arg[0], (int)io->param[0], (int)io->param[1], (float)io->real[0],
                           (int)io->param[2], (int)io->param[3], io->arg[1], io->arg[2]);
}

// Arguments: in, out. Parameters: nx, ny, nz; k.
static int run_8(const struct pmpp_io *io) {
  return conv_8_stencil_3d(io->arg[0], (int)io->param[0], (int)io->param[1], (int)io->param[2],
                           (float)io->real[0], io->arg[1]);
}

// Arguments: in, filter, scratch, out. Parameters: n, c, h, w, f, radius.
static int run_9(const struct pmpp_io *io) {
  return conv_9_im2col_gemm(io->arg[0], (int)io->param[0], (int)io->param[1], (int)io->param[2],
                            (int)io->param[3], io->arg[1], (int)io->param[4], (int)io->param[5], io->arg[2],
                            io->arg[3]);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_conv1d_naive", conv_1_conv1d_naive, run_conv_1_conv1d_naive),
    PMPP_CALL("2_constant_memory", conv_2_constant_memory, run_conv_2_constant_memory),
    PMPP_CALL("3_conv1d_halo", conv_3_conv1d_halo, run_conv_3_conv1d_halo),
    PMPP_CALL("4_conv2d_halo", conv_4_conv2d_halo, run_4),
    PMPP_CALL("5_boundary_modes", conv_5_boundary_modes, run_5),
    PMPP_CALL("6_separable", conv_6_separable, run_6),
    PMPP_CALL("7_stencil_2d", conv_7_stencil_2d, run_7),
    PMPP_CALL("8_stencil_3d", conv_8_stencil_3d, run_8),
    PMPP_CALL("9_im2col_gemm", conv_9_im2col_gemm, run_9),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];

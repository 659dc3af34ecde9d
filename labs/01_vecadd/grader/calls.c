// Which contract function of lab 01 serves which task, and how a case's arguments reach it.
#include "vecadd.h"
#include "worker/worker.h"

#pragma weak vecadd_1_five_steps
#pragma weak vecadd_2_boundary
#pragma weak vecadd_3_grid_stride
#pragma weak vecadd_4_float4
#pragma weak vecadd_5_rgb_to_gray
#pragma weak vecadd_6_fused_relu
#pragma weak vecadd_7_soa

int cudaGetLastError(void); // of either backend's runtime

// What came back is an output too: where n is more than any device holds, an error is the right answer, and
// the runtime must not report it a second time.
static int run_1(const struct pmpp_io *io) {
  int result = vecadd_1_five_steps(io->arg[0], io->arg[1], io->arg[2], io->param[0]);
  if (result == PMPP_TODO) return result;
  *(int32_t *)io->arg[3] = result;
  if (io->param[0] == io->count[0]) return result;
  cudaGetLastError();
  return 0;
}

static int run_2(const struct pmpp_io *io) {
  return vecadd_2_boundary(io->arg[0], io->arg[1], io->arg[2], io->param[0]);
}

static int run_3(const struct pmpp_io *io) {
  return vecadd_3_grid_stride(io->arg[0], io->arg[1], io->arg[2], io->param[0], (int)io->param[1]);
}

static int run_4(const struct pmpp_io *io) {
  return vecadd_4_float4(io->arg[0], io->arg[1], io->arg[2], io->param[0]);
}

static int run_5(const struct pmpp_io *io) {
  return vecadd_5_rgb_to_gray(io->arg[0], io->arg[1], (int)io->param[0], (int)io->param[1]);
}

static int run_6(const struct pmpp_io *io) {
  return vecadd_6_fused_relu(io->arg[0], io->arg[1], io->param[0]);
}

static int run_7(const struct pmpp_io *io) {
  const struct particles arrays = {io->arg[1], io->arg[2], io->arg[3], io->arg[4]};
  const struct particle *structs = io->count[0] ? io->arg[0] : NULL;
  return vecadd_7_soa(structs, arrays, io->arg[5], io->param[0]);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_five_steps", vecadd_1_five_steps, run_1),
    PMPP_CALL("2_boundary", vecadd_2_boundary, run_2),
    PMPP_CALL("3_grid_stride", vecadd_3_grid_stride, run_3),
    PMPP_CALL("4_float4", vecadd_4_float4, run_4),
    PMPP_CALL("5_rgb_to_gray", vecadd_5_rgb_to_gray, run_5),
    PMPP_CALL("6_fused_relu", vecadd_6_fused_relu, run_6),
    PMPP_CALL("7_soa", vecadd_7_soa, run_7),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls;

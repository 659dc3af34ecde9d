// Which contract function of lab 01 serves which task, and how a case's arguments reach it.
#include "vecadd.h"
#include "worker/worker.h"

int cudaGetLastError(void); // of either backend's runtime

// What came back is an output too: where n is more than any device holds, an error is the right answer, and
// the runtime must not report it a second time.
PMPP_WEAK(vecadd_1_five_steps);
static int run_1(const struct pmpp_io *io) {
  int result = vecadd_1_five_steps(io->arg[0], io->arg[1], io->arg[2], io->param[0]);
  if (result == PMPP_TODO) return result;
  *(int32_t *)io->arg[3] = result;
  if (io->param[0] == io->count[0]) return result;
  cudaGetLastError();
  return 0;
}

PMPP_RUN(vecadd_2_boundary, io->arg[0], io->arg[1], io->arg[2], io->param[0])
PMPP_RUN(vecadd_3_grid_stride, io->arg[0], io->arg[1], io->arg[2], io->param[0], (int)io->param[1])
PMPP_RUN(vecadd_4_float4, io->arg[0], io->arg[1], io->arg[2], io->param[0])
PMPP_RUN(vecadd_5_rgb_to_gray, io->arg[0], io->arg[1], (int)io->param[0], (int)io->param[1])
PMPP_RUN(vecadd_6_fused_relu, io->arg[0], io->arg[1], io->param[0])

PMPP_WEAK(vecadd_7_soa);
static int run_7(const struct pmpp_io *io) {
  const struct particles arrays = {io->arg[1], io->arg[2], io->arg[3], io->arg[4]};
  const struct particle *structs = io->count[0] ? io->arg[0] : NULL;
  return vecadd_7_soa(structs, arrays, io->arg[5], io->param[0]);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_ROW_BY(vecadd, 1_five_steps, run_1), PMPP_ROW(vecadd, 2_boundary),
    PMPP_ROW(vecadd, 3_grid_stride),          PMPP_ROW(vecadd, 4_float4),
    PMPP_ROW(vecadd, 5_rgb_to_gray),          PMPP_ROW(vecadd, 6_fused_relu),
    PMPP_ROW_BY(vecadd, 7_soa, run_7),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls;

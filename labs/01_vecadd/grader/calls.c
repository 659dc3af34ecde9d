// Which contract function of lab 01 serves which task, and how a case's arguments reach it.
#include "vecadd.h"
#include "worker/worker.h"

int cudaGetLastError(void); // of either backend's runtime

// What came back is an output too: where n is more than any device holds, an error is the right answer, and
// the runtime must not report it a second time.
static int as_output(const struct pmpp_io *io, int result) {
  if (result == PMPP_TODO) return result;
  *(int32_t *)io->arg[3] = result;
  if (io->param[0] == io->count[0]) return result;
  cudaGetLastError();
  return 0;
}

// Task 7's structs have no address where there are none.
#define ADD     io->arg[0], io->arg[1], io->arg[2], io->param[0]
#define STRUCTS io->count[0] ? io->arg[0] : NULL
#define ARRAYS  ((struct particles){io->arg[1], io->arg[2], io->arg[3], io->arg[4]})

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(vecadd, 1_five_steps, as_output(io, f(ADD)))                                                           \
  RUN(vecadd, 2_boundary, f(ADD))                                                                            \
  RUN(vecadd, 3_grid_stride, f(ADD, (int)io->param[1]))                                                      \
  RUN(vecadd, 4_float4, f(ADD))                                                                              \
  RUN(vecadd, 5_rgb_to_gray, f(io->arg[0], io->arg[1], (int)io->param[0], (int)io->param[1]))                \
  RUN(vecadd, 6_fused_relu, f(io->arg[0], io->arg[1], io->param[0]))                                         \
  RUN(vecadd, 7_soa, f(STRUCTS, ARRAYS, io->arg[5], io->param[0]))
PMPP_CALLS(CALLS);

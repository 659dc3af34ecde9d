// Lab 05 as the worker sees it: which contract function serves which task.
#include "scan.h"
#include "worker/worker.h"

// Arguments: in, out. Parameters: n.
#define TILES io->arg[0], io->param[0], io->arg[1]
// Arguments: in, scratch, out. Parameters: n; of task 7 exclusive, 1 where the elements are ints.
#define WHOLE     io->arg[0], io->param[0], io->arg[1], io->arg[2]
#define LOOK_BACK io->arg[0], io->param[0], (int)io->param[1], io->arg[1], io->arg[2]
// Arguments: in, scratch, out, count. Parameters: n.
#define COMPACTION WHOLE, io->arg[3]
// Arguments: row, scratch, row_ptr. Parameters: entries, rows.
#define CSR io->arg[0], io->param[0], io->param[1], io->arg[1], io->arg[2]

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(scan, 1_hillis_steele, f(TILES))                                                                       \
  RUN(scan, 2_kogge_stone, f(TILES))                                                                         \
  RUN(scan, 3_brent_kung, f(TILES))                                                                          \
  RUN(scan, 4_sklansky, f(TILES))                                                                            \
  RUN(scan, 5_warp_shuffle, f(TILES))                                                                        \
  RUN(scan, 6_three_phase, f(WHOLE))                                                                         \
  TWO(scan, 7_look_back, scan_7_look_back_int, io->param[2], f(LOOK_BACK), g(LOOK_BACK))                     \
  RUN(scan, 8_stream_compaction, f(COMPACTION))                                                              \
  RUN(scan, 9_csr_build, f(CSR))
PMPP_CALLS(CALLS);

// Lab 05 as the worker sees it: which contract function serves which task.
#include "scan.h"
#include "worker/worker.h"

// Tasks 1 to 5. Arguments: in, out. Parameters: n.
#define RUN_TILES(f) PMPP_RUN(f, io->arg[0], io->param[0], io->arg[1])
RUN_TILES(scan_1_hillis_steele)
RUN_TILES(scan_2_kogge_stone)
RUN_TILES(scan_3_brent_kung)
RUN_TILES(scan_4_sklansky)
RUN_TILES(scan_5_warp_shuffle)

// Arguments: in, scratch, out. Parameters: n.
PMPP_RUN(scan_6_three_phase, io->arg[0], io->param[0], io->arg[1], io->arg[2])

// The same; parameters: n, exclusive, 1 where the elements are ints. An implementation that has only the
// float function has not begun the other.
PMPP_WEAK(scan_7_look_back);
PMPP_WEAK(scan_7_look_back_int);
static int run_7(const struct pmpp_io *io) {
  int64_t n = io->param[0];
  int exclusive = (int)io->param[1];
  if (!io->param[2]) return scan_7_look_back(io->arg[0], n, exclusive, io->arg[1], io->arg[2]);
  if (!scan_7_look_back_int) return PMPP_TODO;
  return scan_7_look_back_int(io->arg[0], n, exclusive, io->arg[1], io->arg[2]);
}

// Arguments: in, scratch, out, count. Parameters: n.
PMPP_RUN(scan_8_stream_compaction, io->arg[0], io->param[0], io->arg[1], io->arg[2], io->arg[3])

// Arguments: row, scratch, row_ptr. Parameters: entries, rows.
PMPP_RUN(scan_9_csr_build, io->arg[0], io->param[0], io->param[1], io->arg[1], io->arg[2])

const struct pmpp_call pmpp_calls[] = {
    PMPP_ROW(scan, 1_hillis_steele),       PMPP_ROW(scan, 2_kogge_stone),
    PMPP_ROW(scan, 3_brent_kung),          PMPP_ROW(scan, 4_sklansky),
    PMPP_ROW(scan, 5_warp_shuffle),        PMPP_ROW(scan, 6_three_phase),
    PMPP_ROW_BY(scan, 7_look_back, run_7), PMPP_ROW(scan, 8_stream_compaction),
    PMPP_ROW(scan, 9_csr_build),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];

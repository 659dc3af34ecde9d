// Lab 05 as the worker sees it: which contract function serves which task.
#include "scan.h"
#include "worker/worker.h"

#pragma weak scan_1_hillis_steele
#pragma weak scan_2_kogge_stone
#pragma weak scan_3_brent_kung
#pragma weak scan_4_sklansky
#pragma weak scan_5_warp_shuffle
#pragma weak scan_6_three_phase
#pragma weak scan_7_look_back
#pragma weak scan_7_look_back_int
#pragma weak scan_8_stream_compaction
#pragma weak scan_9_csr_build

// Tasks 1 to 5. Arguments: in, out. Parameters: n.
#define RUN_TILES(f)                                                                                         \
  static int run_##f(const struct pmpp_io *io) {                                                             \
    return f(io->arg[0], io->param[0], io->arg[1]);                                                          \
  }
RUN_TILES(scan_1_hillis_steele)
RUN_TILES(scan_2_kogge_stone)
RUN_TILES(scan_3_brent_kung)
RUN_TILES(scan_4_sklansky)
RUN_TILES(scan_5_warp_shuffle)

// Arguments: in, scratch, out. Parameters: n.
static int run_6(const struct pmpp_io *io) {
  return scan_6_three_phase(io->arg[0], io->param[0], io->arg[1], io->arg[2]);
}

// The same; parameters: n, exclusive, 1 where the elements are ints. An implementation that has only the
// float function has not begun the other.
static int run_7(const struct pmpp_io *io) {
  int64_t n = io->param[0];
  int exclusive = (int)io->param[1];
  if (!io->param[2]) return scan_7_look_back(io->arg[0], n, exclusive, io->arg[1], io->arg[2]);
  if (!scan_7_look_back_int) return PMPP_TODO;
  return scan_7_look_back_int(io->arg[0], n, exclusive, io->arg[1], io->arg[2]);
}

// Arguments: in, scratch, out, count. Parameters: n.
static int run_8(const struct pmpp_io *io) {
  return scan_8_stream_compaction(io->arg[0], io->param[0], io->arg[1], io->arg[2], io->arg[3]);
}

// Arguments: row, scratch, row_ptr. Parameters: entries, rows.
static int run_9(const struct pmpp_io *io) {
  return scan_9_csr_build(io->arg[0], io->param[0], io->param[1], io->arg[1], io->arg[2]);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_hillis_steele", scan_1_hillis_steele, run_scan_1_hillis_steele),
    PMPP_CALL("2_kogge_stone", scan_2_kogge_stone, run_scan_2_kogge_stone),
    PMPP_CALL("3_brent_kung", scan_3_brent_kung, run_scan_3_brent_kung),
    PMPP_CALL("4_sklansky", scan_4_sklansky, run_scan_4_sklansky),
    PMPP_CALL("5_warp_shuffle", scan_5_warp_shuffle, run_scan_5_warp_shuffle),
    PMPP_CALL("6_three_phase", scan_6_three_phase, run_6),
    PMPP_CALL("7_look_back", scan_7_look_back, run_7),
    PMPP_CALL("8_stream_compaction", scan_8_stream_compaction, run_8),
    PMPP_CALL("9_csr_build", scan_9_csr_build, run_9),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];

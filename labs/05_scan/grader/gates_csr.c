// The gates of lab 05's last task, whose input are entries and rows.
#include "gates.h"

// Rows: zeroed (4), counted (no loads or stores, but atomics), scanned (20 in three phases, 8 in one pass). Entries: 4.
static double csr_bytes(const struct pmpp_case *c) {
  return 1.02 * (4 * (double)c->spec->size[0] + 24.5 * (double)(c->spec->size[1] + 1));
}

static double csr_one_pass_bytes(const struct pmpp_case *c) {
  return 1.02 * (4 * (double)c->spec->size[0] + 12 * (double)(c->spec->size[1] + 1));
}

static double csr_atomics(const struct pmpp_case *c) {
  return (double)c->spec->size[0] + (double)c->spec->size[1] / 256 + 1;
}

const struct pmpp_gate gates_9[] = {
    GATE_READ,
    {EMU_global_bytes, PMPP_AT_MOST, csr_bytes, 0,
     "1.02 (4 entries + 24.5 (rows + 1)): entries loaded once; rows set to 0, then scanned, if in three "
     "phases",
     "count with atomics, one pass over the entries, then scan the counts"},
    {EMU_global_atomics, PMPP_AT_MOST, csr_atomics, 0,
     "entries + rows / 256 + 1: an entry is counted once; the scan draws its tiles",
     "one atomicAdd an entry is enough: the scan turns counts into row pointers"},
    {EMU_global_bytes, PMPP_AT_MOST, csr_one_pass_bytes, 0,
     "1.02 (4 entries + 12 (rows + 1)): the rows scanned in one pass", "scan the counts as in stage 7",
     "scan in one pass", 2},
};

// The gates of lab 07's first two tasks, which merge.
#include "gates.h"
#include "parts.h"
#include <math.h>

static double merged(const struct pmpp_case *c) {
  return (double)c->spec->size[0] + (double)c->spec->size[1];
}

static double merge_reads(const struct pmpp_case *c) {
  return 8 * merged(c);
}

// A search takes at most log2 of the shorter run, rounded up, steps of two loads, or of four as textbooks have it; two, for
// both ends, for 8 outputs or more. A merge step loads both candidates, and perhaps again the one that it takes.
static double range_loads(const struct pmpp_case *c) {
  double steps = ceil(log2(fmin((double)c->spec->size[0], (double)c->spec->size[1])));
  return 1.1 * 8 * merged(c) * (3 + 2 * 4 * steps / 8);
}

static double merge_threads(const struct pmpp_case *c) {
  return merged(c) / 64;
}

// A search a record instead of one a range takes a thread a record. 2 % for the last block.
static double few_searches(const struct pmpp_case *c) {
  return 1.02 * merged(c) / 3;
}

static double tile_bytes(const struct pmpp_case *c) {
  return 1.05 * c->floor_bytes;
}

// A tile of a's records and one of b's are loaded for each tile of outputs, as textbooks have it.
static double book_tile_bytes(const struct pmpp_case *c) {
  return 1.05 * 1.5 * c->floor_bytes;
}

static double merge_excess(const struct pmpp_case *c) {
  return merged(c) / 8 + 64;
}

const struct pmpp_gate gates_1[] = {
    GATE_READ(merge_reads, "8 (m + n): the kernels themselves read every record"),
    {EMU_global_load_bytes, PMPP_AT_MOST, range_loads, 0,
     "1.1 x 8 (m + n) (3 + 2 x 4 log2(min(m, n)) / 8): both candidates for each output, the one taken once "
     "more, "
     "two searches of at most four loads a step for 8 outputs or more",
     "search once a range, then advance step by step: i and j give the next elements"},
    {EMU_threads, PMPP_AT_LEAST, merge_threads, 0, "(m + n) / 64: every thread merges a short range",
     "let thread t make outputs 16 t to 16 t + 15; co_rank gives their begin in a and b"},
    {EMU_threads, PMPP_AT_MOST, few_searches, 0,
     "1.02 (m + n) / 3: one search serves three outputs or more, on average",
     "let thread t make outputs 16 t to 16 t + 15: it searches for the first one, and the others follow"},
};

const struct pmpp_gate gates_2[] = {
    GATE_READ(merge_reads, "8 (m + n): the kernels themselves read every record"),
    {EMU_global_bytes, PMPP_AT_MOST, book_tile_bytes, 0,
     "1.05 x 24 (m + n): every record loaded twice at most and stored once; 5 % to find where tiles begin",
     "search in global memory once or twice a tile of 1024 records or more, by single threads"},
    {EMU_global_sectors_excess, PMPP_AT_MOST, merge_excess, 0,
     "(m + n) / 8 + 64: a quarter of the (m + n) / 2 sectors, for tiles that begin inside a sector",
     "load a's and b's part of the tile into shared memory, neighbouring threads neighbouring records, and "
     "merge "
     "there; bring the results there too before they are stored"},
    {EMU_global_bytes, PMPP_AT_MOST, tile_bytes, 0,
     "1.05 x 16 (m + n): every record loaded once and stored once",
     "load the records of the tile of outputs alone: its end is the next tile's begin",
     "every record loaded once", 3},
};

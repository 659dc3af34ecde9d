// Lab 09's gates: what the kernels may do at most, or must do at least.
#include "gates.h"
#include "parts.h"

static double elements(const struct pmpp_case *c) {
  return (double)rows_of(c) * (double)columns_of(c);
}

static double reads_all(const struct pmpp_case *c) {
  return 4 * elements(c);
}

// ---- bytes: what a row's passes over memory come to; 2 % for words that blocks exchange --------------------

static double bytes_8(const struct pmpp_case *c) {
  return 1.02 * 8 * elements(c);
}

static double bytes_10(const struct pmpp_case *c) {
  return 1.02 * 10 * elements(c);
}

static double bytes_12(const struct pmpp_case *c) {
  return 1.02 * 12 * elements(c);
}

static double bytes_16(const struct pmpp_case *c) {
  return 1.02 * 16 * elements(c);
}

static double bytes_20(const struct pmpp_case *c) {
  return 1.02 * 20 * elements(c);
}

// A row of more than 16384 floats may be too long for one block's registers. Where several blocks have it, they wait for
// each other, and a warp that polls executes and loads more than the others.
static bool is_long(const struct pmpp_case *c) {
  return columns_of(c) > 16384;
}

static double bytes_resident(const struct pmpp_case *c) {
  return is_long(c) ? bytes_12(c) : bytes_8(c);
}

static double bytes_several_blocks(const struct pmpp_case *c) {
  return is_long(c) ? 1.25 * 8 * elements(c) : bytes_8(c);
}

static double balance_of_short(const struct pmpp_case *c) {
  return is_long(c) ? 0 : 0.3;
}

// ---- requests ---------------------------------------------------------------------------------------------

// A row that begins anywhere takes a request of 32 neighbours to 5 sectors instead of 4: one more for each request. Five
// passes over a row, and some more for its two ends.
static double few_extra_sectors(const struct pmpp_case *c) {
  return 5 * (elements(c) / 32 + 8 * (double)rows_of(c));
}

static double wide_loads(const struct pmpp_case *c) {
  return is_long(c) ? elements(c) : 1.1 * elements(c) / 128 + 64;
}

static double wide_bf16_loads(const struct pmpp_case *c) {
  return 1.1 * 3 * elements(c) / 256 + 64;
}

static double two_a_row(const struct pmpp_case *c) {
  return 2 * (double)rows_of(c);
}

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, reads_all, 0, "4n: the kernels themselves read every element",     \
        "the kernels do not read the input: let them compute the result, not the host"                       \
  }

#define GATE_COALESCED                                                                                       \
  {                                                                                                          \
    EMU_global_sectors_excess, PMPP_AT_MOST, few_extra_sectors, 0,                                           \
        "5 (n / 32 + 8 rows): five passes over rows that begin anywhere, a sector more for each request",    \
        "let neighbouring lanes work on neighbouring elements of a row; a row a thread is 32 sectors a "     \
        "request"                                                                                            \
  }

const struct pmpp_gate gates_1[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BALANCE,
    GATE_BYTES(
        bytes_20,
        "1.02 x 20n: three passes load the row, and the exponentials are stored and loaded once in between",
        "one pass for the maximum, one for the sum, one for the quotient"),
    {EMU_global_bytes, PMPP_AT_MOST, bytes_16, 0, "1.02 x 16n: three passes load the row, one stores it",
     "compute exp(x - max) again in the last pass: it is cheaper than to store and load it",
     "exponentials computed twice", 1},
};

const struct pmpp_gate gates_2[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BALANCE,
    GATE_BYTES(bytes_12, "1.02 x 12n: two passes load the row, one stores it",
               "keep maximum and sum together: a new maximum rescales the sum that was there"),
    {EMU_barriers, PMPP_AT_MOST, two_a_row, 0,
     "2 for each row: one between the warps' pairs and their merge, and one before the next row of the block",
     "reduce the pairs (maximum, sum) at once, by shuffles and one word pair a warp, and not first all "
     "maxima, "
     "then all sums",
     "pairs in one reduction", 2},
};

const struct pmpp_gate gates_3[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_warp_balance, PMPP_AT_LEAST, balance_of_short, 0,
     "0.3, where a row is not several blocks': the average warp executes a third of what the busiest one "
     "does",
     "share the row among all warps of the block: one that does the work of the others keeps them waiting"},
    GATE_BYTES(
        bytes_resident,
        "1.02 x 8n: every element loaded once and stored once; 1.02 x 12n where a row has more than 16384",
        "load the row into registers or shared memory, and take it from there in each pass"),
    {EMU_global_bytes, PMPP_AT_MOST, bytes_several_blocks, 0,
     "1.25 x 8n for rows of any length: several blocks keep a part each; a quarter for what they exchange",
     "let the blocks of a long row publish their pairs, and one thread of each wait until all have arrived",
     "several blocks a row", 3},
    {EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,
     "1.1 n / 128 + 64, where a row is not several blocks': a request of 32 lanes brings 16 bytes each",
     "load float4 where rows begin at multiples of 16 bytes", "16-byte loads", 2},
};

const struct pmpp_gate gates_4[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BALANCE,
    GATE_BYTES(bytes_20,
               "1.02 x 20n: mean and variance from one pass; the second loads the row, gamma and beta, and "
               "stores",
               "Welford's rule has mean and variance from one pass over the row"),
    {EMU_global_bytes, PMPP_AT_MOST, bytes_16, 0,
     "1.02 x 16n: the row loaded once and stored once, gamma and beta loaded",
     "keep the row in registers or shared memory between the two passes", "resident row", 2},
};

const struct pmpp_gate gates_5[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BALANCE,
    GATE_BYTES(bytes_12,
               "1.02 x 12n: x and residual loaded, residual stored and loaded again, weight loaded, result "
               "stored, 2n each",
               "let one kernel add and normalise: the sum of squares grows while the residual is updated"),
    {EMU_global_bytes, PMPP_AT_MOST, bytes_10, 0,
     "1.02 x 10n: x, residual and weight loaded, residual and result stored, 2n each",
     "keep the new residual in registers or shared memory until the sum of squares is complete",
     "resident row", 2},
    {EMU_global_load_requests, PMPP_AT_MOST, wide_bf16_loads, 0,
     "1.1 x 3n / 256 + 64: a request of 32 lanes brings eight elements each of x, residual or weight",
     "load uint4, eight bfloat16, where rows begin at multiples of 16 bytes", "16-byte loads", 2},
};

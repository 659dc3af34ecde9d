// The gates of lab 02's last two tasks, which multiply on the tensor cores.
#include "gates.h"

static double half_bytes_64(const struct pmpp_case *c) {
  return 4 * products(c) / 64;
}

static double all_ops(const struct pmpp_case *c) {
  return c->floor_ops;
}

static double ops_of_parts(const struct pmpp_case *c) {
  return 3 * c->floor_ops;
}

// A[i][l] and B[l][j] meet for each l, whatever the order. The case's whole numbers are exact in a half, in tf32 and in bf16:
// of parts the high one is all, and the low one 0.
static double squares(const struct pmpp_case *c) {
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  double sum = 0;
  for (int64_t l = 0; l < k; l++) {
    double column = 0, row = 0;
    for (int64_t i = 0; i < m; i++) column += value(&c->buf[A], i * k + l) * value(&c->buf[A], i * k + l);
    for (int64_t j = 0; j < n; j++) row += value(&c->buf[B], l * n + j) * value(&c->buf[B], l * n + j);
    sum += column * row;
  }
  return sum;
}
#define GATE_SQUARES(kind, formula, hint)                                                                    \
  { EMU_tensor_squares, kind, squares, 0, "the sum of (A[i][l] B[l][j])^2: " formula, hint }
#define GATE_ALL_MEET                                                                                        \
  GATE_SQUARES(                                                                                              \
      PMPP_AT_LEAST, "mma_sync multiplies each element of a row of A by its own of each column of B",        \
      "let mma_sync multiply the fragments of A and B: a product beside those of the threads is waste")
#define GATE_MEET_ONCE                                                                                       \
  GATE_SQUARES(                                                                                              \
      PMPP_AT_MOST, "mma_sync multiplies these, each pair once, and nothing else",                           \
      "let mma_sync multiply the fragments of A and B alone, each pair once; parts below the first "         \
      "are 0 in this case")

// A warp whose lanes load one element each, for fragments that no other warp uses, needs 16 loads for 2048 products.
static double fragment_loads(const struct pmpp_case *c) {
  return products(c) / 96;
}
#define GATE_FRAGMENTS(metric)                                                                               \
  {                                                                                                          \
    metric, PMPP_AT_MOST, fragment_loads, 0,                                                                 \
        "m n k / 96: a warp makes at most 21 loads for 2048 products, as many as it needs to fill the "      \
        "fragments of 16 x 16 x 8 element by element",                                                       \
        "let the fragments be the operands: a thread that loads the elements of its own products makes a "   \
        "load for each"                                                                                      \
  }

const struct pmpp_gate gates_9[] = {
    GATE_READ,
    {EMU_tensor_ops, PMPP_AT_LEAST, all_ops, 0, "2 m n k: every product is made by mma_sync",
     "use nvcuda::wmma: load_matrix_sync into fragments, mma_sync, store_matrix_sync"},
    GATE_ALL_MEET,
    GATE_MEET_ONCE,
    GATE_FRAGMENTS(EMU_global_load_requests),
    GATE_FRAGMENTS(EMU_shared_load_requests),
    {EMU_global_load_bytes, PMPP_AT_MOST, half_bytes_64, 0,
     "4 m n k / 64: halves, and an element serves the 64 products of its tile",
     "load fragments from a tile in shared memory that all warps of a block of 64 x 64 elements share",
     "a tile of 64 x 64", 4},
};

const struct pmpp_gate gates_10[] = {
    GATE_READ,
    {EMU_tensor_ops, PMPP_AT_LEAST, ops_of_parts, 0,
     "6 m n k: high x high, high x low and low x high, each by mma_sync",
     "use nvcuda::wmma with precision::tf32, and three products for each pair of fragments"},
    GATE_ALL_MEET,
    GATE_MEET_ONCE,
    GATE_FRAGMENTS(EMU_global_load_requests),
    GATE_FRAGMENTS(EMU_shared_load_requests),
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64, 0,
     "8 m n k / 64: floats, and an element serves the 64 products of its tile",
     "load fragments from a tile in shared memory that all warps of a block of 64 x 64 elements share",
     "a tile of 64 x 64", 4},
};

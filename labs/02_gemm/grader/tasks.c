// Lab 02 as the grader sees it: nine tasks, their matrices, products in double precision, bounds and gates.
#include "gemm.h"
#include "grader/task.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- cases -----------------------------------------------------------------------------------------------

enum variant {
  WHOLE,      // whole numbers -8..8 everywhere: every sum is exact, a missing or misplaced term always shows
  SHIFT,      // A[i][l] is 1 where l = i + 1, else 0; B[l][j] = 100 l + j: C tells which elements of B came
  REAL,       // uniform in [-1, 1)
  MAGNITUDES, // rows of A, columns of B and single elements of very different size
  WITH_INF,   // A positive, one element of B infinite: its column of C, and no other, is infinite
  NAN_IN_C,   // as WHOLE, but C holds NaN, and beta is 0
  TIMED,      // as REAL, but A repeats its first 61 rows with random signs, so that C is quickly computed
};
enum { PERIOD = 61 };

enum scale { PLAIN, ADD, SCALED, ONLY_C };
static const struct {
  double alpha, beta;
} scales[] = {[PLAIN] = {1, 0}, [ADD] = {1, 1}, [SCALED] = {-2, 3}, [ONLY_C] = {0, -1}};

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };
enum { M, N, K, SCALE }; // places in size

#define CASE(label, m, n, k, scale, variant, where)                                                          \
  { label, {m, n, k, scale}, variant, where }
#define MNK(m, n, k, scale, variant, where) CASE("m=" #m " n=" #n " k=" #k, m, n, k, scale, variant, where)

// The smallest case that shows a fault should be the first to fail.
#define CORRECT_CASES                                                                                        \
  MNK(1, 1, 1, PLAIN, WHOLE, BOTH),                                                                          \
      CASE("m=5 n=7 k=6, A shifts rows, B[l][j] = 100 l + j", 5, 7, 6, PLAIN, SHIFT, BOTH),                  \
      MNK(3, 2, 4, PLAIN, WHOLE, BOTH), MNK(32, 32, 32, PLAIN, WHOLE, BOTH),                                 \
      MNK(31, 33, 17, PLAIN, WHOLE, BOTH), MNK(64, 64, 64, PLAIN, WHOLE, BOTH),                              \
      MNK(65, 65, 65, PLAIN, WHOLE, BOTH), CASE("m=20 n=12 k=9, beta = 1", 20, 12, 9, ADD, WHOLE, BOTH),     \
      CASE("m=20 n=12 k=9, alpha = -2, beta = 3", 20, 12, 9, SCALED, WHOLE, BOTH),                           \
      CASE("m=20 n=12 k=9, alpha = 0, beta = -1", 20, 12, 9, ONLY_C, WHOLE, BOTH),                           \
      CASE("m=20 n=12 k=9, beta = 0, C holds NaN", 20, 12, 9, PLAIN, NAN_IN_C, BOTH),                        \
      CASE("m=20 n=12 k=0, beta = 0", 20, 12, 0, PLAIN, WHOLE, BOTH),                                        \
      CASE("m=20 n=12 k=0, beta = 3", 20, 12, 0, SCALED, WHOLE, BOTH),                                       \
      CASE("m=77 n=53 k=1", 77, 53, 1, PLAIN, WHOLE, BOTH),                                                  \
      CASE("m=1 n=131 k=37, one row", 1, 131, 37, PLAIN, WHOLE, BOTH),                                       \
      CASE("m=131 n=1 k=37, one column", 131, 1, 37, PLAIN, WHOLE, BOTH),                                    \
      CASE("m=1 n=1 k=1009", 1, 1, 1009, PLAIN, WHOLE, BOTH),                                                \
      CASE("m=60 n=68 k=516, long", 60, 68, 516, ADD, WHOLE, BOTH),                                          \
      CASE("m=24 n=300 k=40, wide", 24, 300, 40, PLAIN, WHOLE, BOTH),                                        \
      CASE("m=300 n=24 k=40, tall", 300, 24, 40, PLAIN, WHOLE, BOTH),                                        \
      CASE("m=127 n=131 k=137, primes", 127, 131, 137, ADD, WHOLE, BOTH),                                    \
      CASE("m=128 n=128 k=64, beta = 1", 128, 128, 64, ADD, WHOLE, BOTH),                                    \
      CASE("m=140 n=132 k=36, multiples of 4", 140, 132, 36, SCALED, WHOLE, BOTH),                           \
      CASE("m=136 n=144 k=72, multiples of 8", 136, 144, 72, SCALED, WHOLE, BOTH),                           \
      CASE("m=33 n=65 k=64, only k a multiple of 4", 33, 65, 64, PLAIN, WHOLE, BOTH),                        \
      CASE("m=33 n=64 k=65, only n a multiple of 4", 33, 64, 65, PLAIN, WHOLE, BOTH),                        \
      CASE("m=130 n=134 k=66, one element of B infinite", 130, 134, 66, PLAIN, WITH_INF, BOTH),              \
      CASE("m=90 n=100 k=110, real numbers", 90, 100, 110, ADD, REAL, BOTH),                                 \
      CASE("m=70 n=72 k=300, rows, columns and elements of very different size", 70, 72, 300, PLAIN,         \
           MAGNITUDES, BOTH)

#define GPU_CASES                                                                                            \
  CASE("m=1021 n=1031 k=517, real numbers", 1021, 1031, 517, SCALED, REAL, GPU),                             \
      CASE("1024", 1024, 1024, 1024, PLAIN, TIMED, PMPP_TIMED),                                              \
      CASE("2048", 2048, 2048, 2048, PLAIN, TIMED, PMPP_TIMED),                                              \
      CASE("4096", 4096, 4096, 4096, PLAIN, TIMED, PMPP_TIMED),                                              \
      CASE("8192", 8192, 8192, 8192, PLAIN, TIMED, PMPP_TIMED)

static const struct pmpp_case_spec cases[] = {
    CORRECT_CASES,
    MNK(256, 256, 128, PLAIN, WHOLE, BOTH | PMPP_GATED),
    GPU_CASES,
};

// 8_warp_tile may choose its tile by the size of C, a smaller one where large ones would leave multiprocessors without
// work. Its gates therefore ask about a C that has a tile of 128 x 128 for each of an H200's 132, and the cases before
// it take that tile to the edges of C.
static const struct pmpp_case_spec cases_8[] = {
    CORRECT_CASES,
    CASE("m=130 n=9000 k=12, many tiles", 130, 9000, 12, ADD, WHOLE, BOTH),
    CASE("m=8650 n=131 k=9, many tiles, odd rows", 8650, 131, 9, SCALED, WHOLE, BOTH),
    MNK(1536, 1408, 32, PLAIN, WHOLE, BOTH | PMPP_GATED),
    GPU_CASES,
};

// ---- inputs ----------------------------------------------------------------------------------------------

enum { A, B, C }; // arguments

static uint64_t below(uint64_t *random, uint64_t n) {
  return pmpp_random(random) % n;
}

// A random value of 11 bits, which a half holds exactly, or of 24: +-1/64 .. +-1, or uniform in [-1, 1).
static float real(uint64_t *random, bool half) {
  uint64_t r = pmpp_random(random);
  if (!half) return (float)((int32_t)(r >> 39) - (1 << 24)) * 0x1p-24f;
  return ldexpf((float)(1024 + (r >> 20 & 1023)), -11 - (int)(r % 6)) * (r >> 40 & 1 ? -1 : 1);
}

static uint16_t to_half(float x) { // of a value that a half holds exactly, not subnormal
  int exponent;
  if (x == 0) return 0;
  if (isinf(x)) return 0x7C00;
  float fraction = frexpf(fabsf(x), &exponent); // 0.5 .. 1
  return (uint16_t)((x < 0) << 15 | (exponent + 14) << 10 | ((int)(fraction * 2048) - 1024));
}

static void put(struct pmpp_buf *b, int64_t i, float x) {
  if (b->arg.type == PMPP_F16)
    ((uint16_t *)b->data)[i] = to_half(x);
  else
    ((float *)b->data)[i] = x;
}

static float value(const struct pmpp_buf *b, int64_t i) {
  return b->arg.type == PMPP_F16 ? (float)half_value(((const uint16_t *)b->data)[i])
                                 : ((const float *)b->data)[i];
}

// A matrix of rows x cols; `which` is A or B. MAGNITUDES: 2^+-wide a row of A or a column of B, 2^+-narrow an element.
static void fill(struct pmpp_case *c, int which, int64_t rows, int64_t cols) {
  struct pmpp_buf *b = &c->buf[which];
  bool half = b->arg.type == PMPP_F16;
  int wide = half ? 3 : 30, narrow = half ? 3 : 10;
  uint64_t random = c->seed + (uint64_t)which, size_seed = random ^ 0x73697A65;
  for (int64_t i = 0; i < rows * cols; i++) {
    int64_t row = i / cols, col = i % cols;
    uint64_t line = size_seed + (uint64_t)(which == A ? row : col);
    float x = 0;
    switch (c->spec->variant) {
    case WHOLE:
    case NAN_IN_C:
      x = (float)below(&random, 17) - 8;
      break;
    case WITH_INF:
      x = (float)below(&random, 8) + 1;
      break;
    case SHIFT:
      x = which == A ? col == row + 1 : (float)(100 * row + col);
      break;
    case MAGNITUDES:
      x = ldexpf(real(&random, half),
                 (int)below(&random, 2 * narrow + 1) - narrow + (int)below(&line, 2 * wide + 1) - wide);
      break;
    case TIMED:
      if (which == A && row >= PERIOD) {
        x = value(b, row % PERIOD * cols + col) * (pmpp_random(&line) & 1 ? -1 : 1);
        break;
      } // fall through
    case REAL:
      x = real(&random, half);
      break;
    }
    put(b, i, x);
  }
  if (c->spec->variant == WITH_INF && which == B) put(b, (rows - 1) * cols + cols / 2, INFINITY);
}

static void make_typed(struct pmpp_case *c, int type) {
  const int64_t *size = c->spec->size;
  int64_t m = size[M], n = size[N], k = size[K];
  bool reads_c = scales[size[SCALE]].beta != 0;
  int role = reads_c || c->spec->variant == NAN_IN_C ? PMPP_INOUT : PMPP_OUT;

  pmpp_add(c, "A", PMPP_IN, type, m * k);
  pmpp_add(c, "B", PMPP_IN, type, k * n);
  struct pmpp_buf *out = pmpp_add(c, "C", role, PMPP_F32, m * n);
  out->columns = n;
  fill(c, A, m, k);
  fill(c, B, k, n);
  uint64_t random = c->seed + C;
  for (int64_t i = 0; i < m * n && role == PMPP_INOUT; i++)
    ((float *)out->data)[i] = c->spec->variant == NAN_IN_C ? NAN
                              : c->spec->variant == REAL   ? real(&random, false)
                                                           : (float)below(&random, 17) - 8;
  for (int i = 0; i < 3; i++) c->param[i] = size[i];
  c->real[0] = scales[size[SCALE]].alpha;
  c->real[1] = scales[size[SCALE]].beta;
  c->floor_bytes =
      (double)pmpp_type_size(type) * (double)(m * k + k * n) + 4.0 * (double)(m * n) * (1 + reads_c);
  c->floor_ops = 2.0 * (double)m * (double)n * (double)k;
}

static void make(struct pmpp_case *c) {
  make_typed(c, PMPP_F32);
}

static void make_half(struct pmpp_case *c) {
  make_typed(c, PMPP_F16);
}

// ---- the product, and how far a float may be from it -----------------------------------------------------

// Whole numbers: every partial sum is a whole number below 2^24, exact in any order, also in a tensor core, and the
// bound is 0.
// Otherwise let p be the k products of an element, whose signs are random, u = 2^-24 a rounding and
// r = sqrt(sum p^2). Partial sums are random walks, below 4r with certainty enough (Hoeffding: 1 in 1500 for each, and
// the bound has to fail for many). Roundings that are independent then add up to at most 4 u sqrt(k) 4r (Higham and
// Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41, 2019, with lambda = 4), and
// alpha, beta and the last addition round four times more.
// A tensor core cuts off instead of rounding, at least 8 products at a time: up to 2^-23 of a partial sum, and always
// towards 0: k/8 2^-23 4r more.
static double bound(const struct pmpp_case *c, double rms, double sum, double old) {
  double k = (double)c->spec->size[K], u = 0x1p-24;
  double cut = c->buf[A].arg.type == PMPP_F16 ? k / 8 * 2 * u * 4 * rms : 0;
  return fabs(c->real[0]) * (16 * sqrt(k) * u * rms + cut) +
         4 * u * (fabs(c->real[0] * sum) + fabs(c->real[1] * old));
}

static void *must_have(size_t bytes) {
  void *p = malloc(bytes + 1);
  if (p) return p;
  fprintf(stderr, "lab 02: out of memory for %zu bytes\n", bytes);
  exit(99);
}

static const float *values(const struct pmpp_buf *b) { // of a whole buffer; freed by release()
  if (b->arg.type == PMPP_F32) return b->data;
  float *x = must_have((size_t)b->arg.count * sizeof *x);
  for (int64_t i = 0; i < b->arg.count; i++) x[i] = value(b, i);
  return x;
}

static void release(const struct pmpp_buf *b, const float *x) {
  if (x != b->data) free((void *)x);
}

// A row of A B, from a row of A; squares: the sum of the squares of each element's products, or NULL.
static void product_row(const float *a, const float *b, int64_t n, int64_t k, double *sum, double *squares) {
  memset(sum, 0, (size_t)n * sizeof *sum);
  if (squares) memset(squares, 0, (size_t)n * sizeof *squares);
  for (int64_t l = 0; l < k; l++) {
    for (int64_t j = 0; j < n; j++) sum[j] += (double)a[l] * b[l * n + j];
    for (int64_t j = 0; j < n && squares; j++) squares[j] += pow((double)a[l] * b[l * n + j], 2);
  }
}

// TIMED: C = A B with alpha = 1, beta = 0. Only PERIOD rows are multiplied, the others are these or their opposites.
static void golden_timed(const struct pmpp_case *c, const float *a, const float *b, struct pmpp_buf *out,
                         double *squares) {
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  double *want = out->golden;
  for (int64_t i = 0; i < m && i < PERIOD; i++)
    product_row(&a[i * k], b, n, k, &want[i * n], i == 0 ? squares : NULL);
  for (int64_t i = PERIOD; i < m; i++) {
    const double *same = &want[i % PERIOD * n];
    double sign = signbit(a[i * k]) != signbit(a[i % PERIOD * k]) ? -1 : 1;
    for (int64_t j = 0; j < n; j++) want[i * n + j] = sign * same[j];
  }
  // One bound for all: a tenth above the first row's largest.
  for (int64_t j = 0; j < n; j++)
    out->abs_bound = fmax(out->abs_bound, 1.1 * bound(c, sqrt(squares[j]), want[j], 0));
}

static void golden_all(const struct pmpp_case *c, const float *a, const float *b, struct pmpp_buf *out,
                       double *squares, double *bounds) {
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  const float *old = c->real[1] != 0 ? out->data : NULL;
  for (int64_t i = 0; i < m; i++) {
    double *want = (double *)out->golden + i * n;
    product_row(&a[i * k], b, n, k, want, bounds ? squares : NULL);
    for (int64_t j = 0; j < n; j++) {
      double sum = want[j], before = old ? old[i * n + j] : 0;
      want[j] = c->real[0] * sum + c->real[1] * before;
      if (bounds) bounds[i * n + j] = bound(c, sqrt(squares[j]), sum, before);
    }
  }
}

static void golden(struct pmpp_case *c) {
  struct pmpp_buf *out = &c->buf[C];
  const float *a = values(&c->buf[A]), *b = values(&c->buf[B]);
  double *squares = must_have((size_t)c->spec->size[N] * sizeof *squares);
  int variant = c->spec->variant;
  bool exact = variant != REAL && variant != MAGNITUDES && variant != TIMED;
  out->bound_text = exact ? "0: every partial sum is exact"
                    : c->buf[A].arg.type == PMPP_F16
                        ? "(16 sqrt(k) + k) 2^-24 sqrt(sum (a b)^2), and four roundings"
                        : "16 sqrt(k) 2^-24 sqrt(sum (a b)^2), and four roundings";
  if (variant == TIMED)
    golden_timed(c, a, b, out, squares);
  else
    golden_all(c, a, b, out, squares, exact ? NULL : pmpp_bounds(out));
  free(squares);
  release(&c->buf[A], a);
  release(&c->buf[B], b);
}

// A timed sample changed one element of A, which changes a row of C, or one of B, which changes a column.
static void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits) {
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  struct pmpp_buf *x = &c->buf[arg];
  double *want = c->buf[C].golden;
  uint32_t low = (uint32_t)old_bits;
  float old;
  memcpy(&old, &low, sizeof old);
  double change = value(x, i) - (x->arg.type == PMPP_F16 ? half_value((uint16_t)old_bits) : old);
  if (arg == A)
    for (int64_t j = 0, row = i / k, l = i % k; j < n; j++)
      want[row * n + j] += change * value(&c->buf[B], l * n + j);
  else
    for (int64_t row = 0, l = i / n, j = i % n; row < m; row++)
      want[row * n + j] += change * value(&c->buf[A], row * k + l);
}

// ---- gates -----------------------------------------------------------------------------------------------

// All are about a gated case: beta = 0, and m, n and k are multiples of every tile.
static double products(const struct pmpp_case *c) {
  return c->floor_ops / 2;
}

static double elements_of_c(const struct pmpp_case *c) {
  return (double)c->buf[C].arg.count;
}

static double inputs(const struct pmpp_case *c) {
  return c->floor_bytes - 4 * elements_of_c(c);
}

static double covering_threads(const struct pmpp_case *c) {
  return (double)((c->spec->size[M] + 31) * (c->spec->size[N] + 31));
}

static double row_sectors(const struct pmpp_case *c) {
  return 1.05 * 5 * products(c) / 32;
}

// Bytes that a block loads for a square tile of C: 8 bytes for each of its multiply-adds, divided by the side.
static double bytes_32(const struct pmpp_case *c) {
  return 8 * products(c) / 32;
}
static double bytes_64(const struct pmpp_case *c) {
  return 8 * products(c) / 64;
}
static double bytes_128(const struct pmpp_case *c) {
  return 8 * products(c) / 128;
}
static double half_bytes_64(const struct pmpp_case *c) {
  return 4 * products(c) / 64;
}

static double sectors_32(const struct pmpp_case *c) {
  return 1.05 * bytes_32(c) / 32;
}
static double sectors_64(const struct pmpp_case *c) {
  return 1.05 * bytes_64(c) / 32;
}

static double wide_requests(const struct pmpp_case *c) {
  return 1.05 * bytes_64(c) / 512;
}

static double shared_2(const struct pmpp_case *c) {
  return 1.05 * 2 * products(c) / 32;
}
static double shared_9_8(const struct pmpp_case *c) {
  return 1.05 * 9 / 8 * products(c) / 32;
}
static double shared_1_2(const struct pmpp_case *c) {
  return 1.05 / 2 * products(c) / 32;
}
static double shared_1_8(const struct pmpp_case *c) {
  return 1.05 / 8 * products(c) / 32;
}

static double step_barriers(const struct pmpp_case *c) {
  return elements_of_c(c) / (128 * 128) * ((double)c->spec->size[K] / 8 + 2);
}

static double patch_wavefronts(const struct pmpp_case *c) {
  return 1.05 * products(c) / 256;
}

static double all_ops(const struct pmpp_case *c) {
  return c->floor_ops;
}

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, inputs, 0,                                                         \
        "every element of A and B once: the kernels themselves read them",                                   \
        "the kernels do not read A and B: the product comes from elsewhere, the host for one"                \
  }

static const struct pmpp_gate gates_1[] = {
    GATE_READ,
    {EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.5, "0.5: blocks are whole warps",
     "a block should have 32 x 32 threads, or another number that is a multiple of 32"},
    {EMU_threads, PMPP_AT_MOST, covering_threads, 0,
     "(m + 31)(n + 31): a thread an element, rounded up to blocks that are at most 32 wide and high",
     "the grid should have ceil(m / 32) x ceil(n / 32) blocks of 32 x 32 threads, and not more"},
};

static const struct pmpp_gate gates_2[] = {
    GATE_READ,
    {EMU_global_load_sectors, PMPP_AT_MOST, row_sectors, 0,
     "1.05 x 5/32 m n k: for 32 products a warp reads 32 neighbouring elements of B, 4 sectors, and one of "
     "A, 1 sector",
     "neighbouring threads of a warp should compute neighbouring elements of a row of C: threadIdx.x is for "
     "columns"},
};

static const struct pmpp_gate gates_3[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_32, 0,
     "8 m n k / 32: an element that a block of 32 x 32 threads loads serves 32 products",
     "load a 32 x 32 tile of A and of B into shared memory, one element of each a thread, and multiply from "
     "there"},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_32, 0,
     "1.05 x those bytes / 32: every sector is used whole",
     "threads with neighbouring threadIdx.x should load neighbouring elements of a row, of A as well as of "
     "B"},
    {EMU_shared_load_wavefronts, PMPP_AT_MOST, shared_2, 0,
     "1.05 x 2/32 m n k: a warp's 32 products need two shared loads, one wavefront each",
     "the lanes of a warp should read one element of A's tile, and 32 neighbours of a row of B's"},
};

static const struct pmpp_gate gates_4[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64, 0,
     "8 m n k / 64: an element serves the 64 products of its tile",
     "a block's tile of C should be 64 x 64 elements"},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_64, 0,
     "1.05 x those bytes / 32: every sector is used whole",
     "neighbouring threads should load neighbouring elements of a row, 8 of A and 64 of B"},
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_9_8, 0,
     "1.05 x 9/8 m n k / 32: 8 elements of A and 1 of B for 8 products",
     "read the element of B once, into a variable, before the loop over the thread's 8 rows"},
};

static const struct pmpp_gate gates_5[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64, 0, "8 m n k / 64: the tile is at least 64 x 64",
     "a block's tile of C should be 128 x 128 elements, or at least 64 x 64"},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_64, 0,
     "1.05 x those bytes / 32: every sector is used whole",
     "neighbouring threads should load neighbouring elements of a row"},
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_1_2, 0,
     "1.05 x 1/2 m n k / 32: 4 + 4 loads for 4 x 4 products; 8 x 8 need half of that",
     "copy the thread's elements of A and of B into two small arrays, then multiply each with each"},
};

static const struct pmpp_gate gates_6[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64, 0, "8 m n k / 64, as in 5_tile_2d",
     "keep the tile of 5_tile_2d"},
    {EMU_global_load_requests, PMPP_AT_MOST, wide_requests, 0,
     "1.05 x those bytes / 512: a request of 32 lanes brings 16 bytes each",
     "where n and k are multiples of 4, load a float4 of A and one of B"},
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_1_8, 0,
     "1.05 x 1/8 m n k / 32: 1 + 1 loads of 16 bytes for 4 x 4 products; 8 x 8 need half of that",
     "store A's tile turned, so that a thread's rows are neighbours, and read both tiles as float4"},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0: no bank conflicts",
     "a warp's stores of the turned tile should go to 32 banks (with 8 columns of A a step, make its rows 4 "
     "floats longer; with 16, no padding does), and neighbouring threads should read neighbouring float4"},
};

static const struct pmpp_gate gates_7[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_128, 0, "8 m n k / 128: the tile is 128 x 128",
     "keep the 128 x 128 tile"},
    {EMU_barriers, PMPP_AT_MOST, step_barriers, 0,
     "(k / 8 + 2) for each of the m n / 128^2 tiles: one a step of 8, one before the first, one to spare",
     "load the next tile into the other buffer while this one is multiplied: one barrier a step is enough"},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0: no bank conflicts, as in 6_vectorised",
     "keep the padded rows and the float4 of 6_vectorised"},
};

static const struct pmpp_gate gates_8[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_128, 0, "8 m n k / 128: the tile is at least 128 x 128",
     "keep the 128 x 128 tile"},
    {EMU_shared_load_wavefronts, PMPP_AT_MOST, patch_wavefronts, 0,
     "1.05 m n k / 256: for 2048 products a warp of 4 x 8 threads reads 32 floats of A and 64 of B, in 8 "
     "wavefronts of 16 lanes",
     "lanes that differ in the lowest bit should share their float4 of A, those that differ in the next one "
     "that of B"},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0: no bank conflicts, as in 6_vectorised",
     "keep the padded rows and the float4 of 6_vectorised"},
};

static const struct pmpp_gate gates_9[] = {
    GATE_READ,
    {EMU_tensor_ops, PMPP_AT_LEAST, all_ops, 0, "2 m n k: every product is made by mma_sync",
     "use nvcuda::wmma: load_matrix_sync into fragments, mma_sync, store_matrix_sync"},
    {EMU_global_load_bytes, PMPP_AT_MOST, half_bytes_64, 0,
     "4 m n k / 64: halves, and an element serves the 64 products of its tile",
     "load fragments from a tile in shared memory that all warps of a block of 64 x 64 elements share"},
};

// ---- tasks -----------------------------------------------------------------------------------------------

#define LENGTH(a)           (int)(sizeof(a) / sizeof((a)[0]))
#define COMMON(f, gates_of) COMMON_OF(f, gates_of, cases)
#define COMMON_OF(f, gates_of, cases_of)                                                                     \
  .function = "gemm_" f, .cases = cases_of, .n_cases = LENGTH(cases_of), .golden = golden, .update = update, \
  .gates = gates_of, .n_gates = LENGTH(gates_of), .check_leaks = true
#define FP32 .make = make, .fp32_ops = true

static const struct pmpp_task tasks[] = {
    {.name = "1_naive",
     .idea = "one thread an element of C; the kernel is given, the launch is yours",
     .first_step = "blocks of 32 x 32 threads, and as many as cover m rows (x) and n columns (y)",
     .points = 5,
     FP32,
     COMMON("1_naive", gates_1)},
    {.name = "2_coalesced",
     .idea = "the lanes of a warp compute neighbours of a row: whole sectors of B",
     .first_step = "copy the kernel of 1_naive and let threadIdx.x choose the column",
     .points = 10,
     FP32,
     COMMON("2_coalesced", gates_2)},
    {.name = "3_shared_tile",
     .idea = "a block loads tiles of A and B once and uses each element 32 times",
     .first_step =
         "load one element of each tile a thread, 0 outside of the matrix, and put a barrier after it",
     .points = 15,
     FP32,
     COMMON("3_shared_tile", gates_3)},
    {.name = "4_tile_1d",
     .idea = "8 results a thread: an element of B in a register serves 8 products",
     .first_step = "give each thread an array of 8 sums, for 8 rows of one column",
     .points = 10,
     FP32,
     COMMON("4_tile_1d", gates_4)},
    {.name = "5_tile_2d",
     .idea = "8 x 8 results a thread: 16 loads for 64 products",
     .first_step = "read 8 elements of A's column and 8 of B's row into arrays, multiply each with each",
     .points = 15,
     FP32,
     COMMON("5_tile_2d", gates_5)},
    {.name = "6_vectorised",
     .idea = "16 bytes a load; A is turned on its way into shared memory",
     .first_step = "write load4, then store its four values of A in four rows of the turned tile",
     .points = 15,
     FP32,
     COMMON("6_vectorised", gates_6)},
    {.name = "7_double_buffer",
     .idea = "the next tile is on its way while this one is multiplied",
     .first_step = "make two buffers, fill the first before the loop, and multiply the last one after it",
     .points = 10,
     FP32,
     COMMON("7_double_buffer", gates_7)},
    {.name = "8_warp_tile",
     .idea = "the threads of a warp form a compact patch and share what they read",
     .first_step = "take 7_double_buffer and compute the thread's place from its lane's bits and its warp",
     .points = 10,
     FP32,
     COMMON_OF("8_warp_tile", gates_8, cases_8)},
    {.name = "9_tensor_core",
     .idea = "a warp multiplies 16 x 16 x 16 halves at once and adds up in fp32",
     .first_step = "let one warp compute one 16 x 16 tile with wmma fragments, then share tiles in a block",
     .points = 10,
     .make = make_half,
     COMMON("9_tensor_core", gates_9)},
};

static const struct pmpp_column columns[] = {
    {"FLOP per\nbyte", EMU_global_load_bytes, "%.2f", 0, PMPP_FLOOR_OPS_PER},
    {"sectors\nper load", EMU_sectors_per_load, "%.2f", 0, PMPP_NO_FLOOR},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"shared\nloads", EMU_shared_load_requests, "%.0f", 0, PMPP_NO_FLOOR},
    {"load\nwavefronts", EMU_shared_load_wavefronts, "%.0f", 0, PMPP_NO_FLOOR},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, PMPP_NO_FLOOR},
    {"barriers", EMU_barriers, "%.0f", 0, PMPP_NO_FLOOR},
    {"tensor\nMFLOP", EMU_tensor_ops, "%.1f", 1e-6, PMPP_NO_FLOOR},
};

static const char *const baselines[] = {"cublas", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "02",
    .name = "gemm",
    .title = "Matrix multiplication",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .baseline_link = "-lcublas",
    .copy_note = "cuBLAS computes in fp32 without tensor cores (pedantic) for tasks 1 to 8, and with halves "
                 "and an fp32 "
                 "sum for task 9.",
};

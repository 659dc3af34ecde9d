// The trusted side of lab 01: tasks, points, cases, golden results, bounds and gates.
#include "grader/task.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNIFORM, WHOLE, SPECIAL }; // what the inputs hold
enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU, GATED = PMPP_ON_EMU | PMPP_GATED };
#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

// What goes wrong at the edges of the format: signed zeros, denormals, overflow, infinities, NaN; and round
// -1, where x + 1 changes its sign.
static const float special[] = {0.0f,        -0.0f,           1e-45f, -1e-45f,  1e-39f,  -1.17549421e-38f,
                                INFINITY,    -INFINITY,       NAN,    1.0f,     -1.0f,   1e-8f,
                                16777216.0f, 3.40282347e+38f, -1e38f, -1.0001f, -0.9999f};

static void fill(struct pmpp_case *c, struct pmpp_buf *x, float lo, float hi) {
  uint64_t state = c->seed + 0x9e3779b97f4a7c15u * (uint64_t)(x - c->buf + 1);
  float *p = x->data;
  if (c->spec->variant == WHOLE)
    pmpp_fill_whole_f32(p, x->arg.count, (int)(4 * lo), (int)(4 * hi), state);
  else
    pmpp_fill_f32(p, x->arg.count, lo, hi, state);
  if (c->spec->variant == SPECIAL)
    for (int64_t i = 0; i < x->arg.count; i += 2) p[i] = special[pmpp_random(&state) % COUNT(special)];
}

static void exact(struct pmpp_buf *y, const char *why) {
  y->abs_bound = y->rel_bound = 0;
  y->bound_text = why;
}

// ---- 1 to 4: c = a + b; size: n, then the task's own ------------------------------------------------------

// An addition in fp32 is correctly rounded, on host and device alike: the result is the golden one exactly.
static void make_add(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *a = pmpp_add(c, "a", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *b = pmpp_add(c, "b", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *y = pmpp_add(c, "c", PMPP_OUT, PMPP_F32, n);
  fill(c, a, -100, 100);
  fill(c, b, -100, 100);
  exact(y, "0: an addition is correctly rounded");
  c->param[0] = n;
  c->floor_bytes = 12.0 * n;
  c->floor_ops = n;
}

// size[1]: 0, or an n that no device has room for; the arrays are empty then, for nobody gets to read them.
static void make_add_host(struct pmpp_case *c) {
  make_add(c);
  if (c->spec->size[1]) c->param[0] = c->spec->size[1];
  pmpp_add(c, "returned", PMPP_OUT, PMPP_I32, 1);
  for (int k = 0; k < c->n_bufs; k++) c->buf[k].arg.place = PMPP_HOST;
}

static void make_add_blocks(struct pmpp_case *c) { // size[1]: the blocks allowed
  make_add(c);
  c->param[1] = c->spec->size[1];
}

static void make_add_misaligned(struct pmpp_case *c) { // size[1..3]: bytes past a boundary of a, b, c
  make_add(c);
  for (int k = 0; k < 3; k++) c->buf[k].arg.misalign = (uint32_t)c->spec->size[1 + k];
}

static void update_add(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  const float *a = c->buf[0].data, *b = c->buf[1].data;
  double *y = c->buf[2].golden;
  float sum = a[i] + b[i];
  y[i] = sum;
}

static void golden_add(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[2].arg.count; i++) update_add(c, 0, i, 0);
}

static void golden_add_host(struct pmpp_case *c) {
  enum { ERROR_MEMORY_ALLOCATION = 2 }; // cudaErrorMemoryAllocation
  golden_add(c);
  *(int32_t *)c->buf[3].golden = c->spec->size[1] ? ERROR_MEMORY_ALLOCATION : 0;
}

// A gate that is missed by much is missed in seconds at the smaller gated size: the large one comes last.
// clang-format off
#define SIZES                                                                                                \
  {"n=0", {0}, UNIFORM, BOTH}, {"n=1", {1}, UNIFORM, BOTH}, {"n=31", {31}, UNIFORM, BOTH},                   \
  {"n=32", {32}, UNIFORM, BOTH}, {"n=33", {33}, UNIFORM, BOTH}, {"n=255", {255}, UNIFORM, BOTH},             \
  {"n=256", {256}, UNIFORM, BOTH}, {"n=257", {257}, UNIFORM, BOTH},                                          \
  {"n=1023, whole numbers", {1023}, WHOLE, BOTH}, {"n=1023, special values", {1023}, SPECIAL, BOTH},         \
  {"n=10007, a prime", {10007}, UNIFORM, BOTH | PMPP_GATED}
// clang-format on

static const struct pmpp_case_spec cases_1[] = {
    SIZES,
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^50: answer cudaErrorMemoryAllocation (2)", {0, INT64_C(1) << 50}, UNIFORM, BOTH},
    // The emulated device has 4 GiB.
    {"n=600000000: room for one array only, answer 2", {0, 600000000}, UNIFORM, PMPP_ON_EMU},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_TIMED},
};
static const struct pmpp_case_spec cases_2[] = {
    SIZES,
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^28", {1 << 28}, UNIFORM, PMPP_TIMED},
};
static const struct pmpp_case_spec cases_3[] = {
    {"n=0, 1 block", {0, 1}, UNIFORM, BOTH},
    {"n=1, 1 block", {1, 1}, UNIFORM, BOTH},
    {"n=33, 1 block", {33, 1}, UNIFORM, BOTH},
    {"n=256, 2 blocks", {256, 2}, UNIFORM, BOTH},
    {"n=257, 1 block", {257, 1}, UNIFORM, BOTH},
    {"n=1023, 3 blocks", {1023, 3}, WHOLE, BOTH},
    {"n=1023, 1000 blocks", {1023, 1000}, UNIFORM, BOTH},
    {"n=1023, 2 blocks, special values", {1023, 2}, SPECIAL, BOTH},
    {"n=10007, a prime, 5 blocks", {10007, 5}, UNIFORM, BOTH | PMPP_GATED},
    {"n=2^20+3, 8 blocks", {(1 << 20) + 3, 8}, UNIFORM, GATED},
    {"n=2^24+1, 1056 blocks", {(1 << 24) + 1, 1056}, UNIFORM, PMPP_ON_GPU},
    // 1056 blocks: 8 for each of an H200's 132 multiprocessors
    {"n=2^28, 1056 blocks", {1 << 28, 1056}, UNIFORM, PMPP_TIMED},
};
static const struct pmpp_case_spec cases_4[] = {
    SIZES,
    {"n=1, 4 bytes past a boundary", {1, 4, 4, 4}, UNIFORM, BOTH},
    {"n=2, 4 bytes past a boundary", {2, 4, 4, 4}, UNIFORM, BOTH},
    {"n=3, 8 bytes past a boundary", {3, 8, 8, 8}, UNIFORM, BOTH},
    {"n=5, 12 bytes past a boundary", {5, 12, 12, 12}, UNIFORM, BOTH},
    {"n=1025, 4 bytes past a boundary", {1025, 4, 4, 4}, UNIFORM, BOTH},
    {"n=1023, 8 bytes past a boundary", {1023, 8, 8, 8}, WHOLE, BOTH},
    {"n=1022, 12 bytes past a boundary", {1022, 12, 12, 12}, SPECIAL, BOTH},
    {"n=1023, only b off by 8 bytes", {1023, 0, 8, 0}, UNIFORM, BOTH},
    {"n=1023, only c off by 4 bytes", {1023, 0, 0, 4}, UNIFORM, BOTH},
    {"n=10007, off by 4, 8 and 12 bytes", {10007, 4, 8, 12}, UNIFORM, BOTH},
    {"n=2^16+6, 4 bytes past a boundary", {(1 << 16) + 6, 4, 4, 4}, UNIFORM, GATED},
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1, 8 bytes past a boundary", {(1 << 24) + 1, 8, 8, 8}, UNIFORM, PMPP_ON_GPU},
    {"n=2^28", {1 << 28}, UNIFORM, PMPP_TIMED},
};

static double floor_bytes(const struct pmpp_case *c) {
  return c->floor_bytes;
}
static double bytes_at_least(const struct pmpp_case *c) {
  return 4.0 * c->spec->size[0];
}
static const struct pmpp_gate gates_1[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 1, "one launch adds all n elements",
     "Launch once, with enough blocks for all of n; a launch inside a loop over the array is not needed."},
    {EMU_global_store_bytes, PMPP_AT_LEAST, bytes_at_least, 0, "4 n: the device stores each of the n sums",
     "The sums must be made by the kernel; a loop on the host does not count."},
};

// n threads, rounded up to whole blocks; a block has at most 1024.
static double threads_one_each(const struct pmpp_case *c) {
  return c->spec->size[0] + 1023.0;
}
// 32 lanes x 4 bytes are 128 bytes side by side. A last warp with fewer lanes only lowers the mean.
#define SECTORS_4 "32 lanes x 4 bytes = 128 bytes = 4 sectors of 32 bytes"
// The last warp of a row or of the array may be nearly empty, and a block's size need not be a multiple of 32.
#define WHOLE_WARPS                                                                                          \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.75,                                                          \
        "24 of a warp's 32 lanes at work, on average over its instructions",                                 \
        "A block's threads run in warps of 32 that take each step together: a warp in which one thread "     \
        "works "                                                                                             \
        "costs as much as a full one."                                                                       \
  }
static const struct pmpp_gate gates_2[] = {
    WHOLE_WARPS,
    {EMU_threads, PMPP_AT_MOST, threads_one_each, 0,
     "n + 1023: one thread an element, rounded up to whole blocks",
     "Divide n by the block size, rounding up, to get the number of blocks."},
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 4, SECTORS_4,
     "Threads next to each other must load elements next to each other: i = blockIdx.x * blockDim.x + "
     "threadIdx.x."},
};

static double blocks_allowed(const struct pmpp_case *c) {
  return (double)c->spec->size[1];
}
static const struct pmpp_gate gates_3[] = {
    WHOLE_WARPS,
    {EMU_blocks, PMPP_AT_MOST, blocks_allowed, 0, "the parameter `blocks`: the grid does not grow with n",
     "Launch at most `blocks` blocks, once, and let each thread loop until all of n is done."},
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 4, SECTORS_4,
     "Step by the whole grid, gridDim.x * blockDim.x, so that in each round a warp loads 32 neighbours."},
    {EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,
     "12 n: each element of a and b loaded once, of c stored once",
     "Each element is some thread's, and only one thread's: step by all threads of the grid, not by one "
     "block."},
};

// A warp handles 32 x 4 elements a request. Head and tail have at most 3 elements each, each a request of its
// own at worst, and at either end a warp may be partly filled: 8 more requests an array.
static double float4_requests(const struct pmpp_case *c) {
  return c->spec->size[0] / 128.0 + 8;
}
static double float4_load_requests(const struct pmpp_case *c) {
  return 2 * float4_requests(c);
}
// A warp's 512 bytes are 16 sectors; 17 where the first float4 does not begin on a 32-byte boundary.
static double float4_sectors(const struct pmpp_case *c) {
  int64_t first = (c->spec->size[1] + 15) / 16 * 16;
  return first % 32 == 0 ? 16 : 17;
}
static const struct pmpp_gate gates_4[] = {
    {EMU_global_load_requests, PMPP_AT_MOST, float4_load_requests, 0,
     "2 (n / 128 + 8): two arrays, 32 lanes x 4 elements a request, 8 more for head and tail",
     "Load through a float4 pointer into a float4 variable; single floats only for at most 3 elements at "
     "each end."},
    {EMU_global_store_requests, PMPP_AT_MOST, float4_requests, 0,
     "n / 128 + 8: one array, 32 lanes x 4 elements a request, 8 more for head and tail",
     "Store a whole float4 (make_float4), not its fields one by one."},
    {EMU_sectors_per_load, PMPP_AT_MOST, float4_sectors, 0,
     "32 lanes x 16 bytes = 512 bytes = 16 sectors, 17 if they begin within one",
     "Threads next to each other must load float4s next to each other; further ones a whole block away."},
};

// ---- 5: RGB to gray; size: width, height ------------------------------------------------------------------

static void make_gray(struct pmpp_case *c) {
  int64_t width = c->spec->size[0], height = c->spec->size[1], n = width * height;
  struct pmpp_buf *rgb = pmpp_add(c, "rgb", PMPP_IN, PMPP_U8, 3 * n);
  pmpp_add(c, "gray", PMPP_OUT, PMPP_U8, n)->columns = width;
  uint8_t *p = rgb->data;
  pmpp_fill_u8(p, 3 * n, c->seed);
  if (c->spec->variant == SPECIAL)
    for (int64_t i = 0; i < 3 * n; i++) p[i] = p[i] < 128 ? 0 : 255;
  c->param[0] = width;
  c->param[1] = height;
  c->floor_bytes = 4.0 * n;
  c->floor_ops = 6.0 * n;
}

static void gray_pixel(struct pmpp_case *c, int64_t i) {
  const uint8_t *p = (const uint8_t *)c->buf[0].data + 3 * i;
  ((uint8_t *)c->buf[1].golden)[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) / 256);
}

static void update_gray(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  gray_pixel(c, i / 3);
}

static void golden_gray(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) gray_pixel(c, i);
}

static const struct pmpp_case_spec cases_5[] = {
    {"0 x 5", {0, 5}, UNIFORM, BOTH},
    {"5 x 0", {5, 0}, UNIFORM, BOTH},
    {"1 x 1", {1, 1}, UNIFORM, BOTH},
    {"37 x 1", {37, 1}, UNIFORM, BOTH},
    {"1 x 37", {1, 37}, UNIFORM, BOTH},
    {"16 x 16", {16, 16}, UNIFORM, BOTH},
    {"17 x 31", {17, 31}, UNIFORM, BOTH},
    {"33 x 64", {33, 64}, UNIFORM, BOTH},
    {"64 x 33, only 0 and 255", {64, 33}, SPECIAL, BOTH},
    {"1920 x 1", {1920, 1}, UNIFORM, BOTH},
    {"1 x 1080", {1, 1080}, UNIFORM, BOTH},
    {"255 x 257", {255, 257}, UNIFORM, BOTH},
    {"1021 x 1031", {1021, 1031}, UNIFORM, GATED},
    {"4099 x 4097", {4099, 4097}, UNIFORM, PMPP_ON_GPU},
    {"16384 x 16384", {16384, 16384}, UNIFORM, PMPP_TIMED},
};

// One colour of 32 pixels of a row lies within 94 bytes: 3 sectors, 4 where it begins late in one. A block of
// 16 x 16 has two half rows a warp, 46 bytes each: 2 or 3 sectors, 6 together.
static const struct pmpp_gate gates_5[] = {
    WHOLE_WARPS,
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 6,
     "a warp's 32 pixels of 3 bytes in one row lie in at most 4 sectors, in two rows in 2 x 3",
     "threadIdx.x must run along the row (x), and the block must be at least 16 threads wide."},
};

// ---- 6: y = relu(x + 1); size: n, bytes past a boundary ---------------------------------------------------

static void make_relu(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  struct pmpp_buf *y = pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n);
  x->arg.misalign = y->arg.misalign = (uint32_t)c->spec->size[1];
  fill(c, x, -4, 4);
  exact(y, "0: x + 1 is correctly rounded, the maximum is exact");
  c->param[0] = n;
  c->floor_bytes = 8.0 * n;
  c->floor_ops = 2.0 * n;
}

static void update_relu(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  const float *x = c->buf[0].data;
  double *y = c->buf[1].golden;
  float t = x[i] + 1.0f;
  y[i] = t < 0 ? 0 : t; // false for NaN, which stays
}

static void golden_relu(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) update_relu(c, 0, i, 0);
}

static const struct pmpp_case_spec cases_6[] = {
    SIZES,
    {"n=1023, 4 bytes past a boundary", {1023, 4}, UNIFORM, BOTH},
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^28", {1 << 28}, UNIFORM, PMPP_TIMED},
};

static const struct pmpp_gate gates_6[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 1, "addition and maximum in one kernel",
     "Compute x + 1 into a local variable and apply the maximum to that, in the same kernel."},
    {EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,
     "8 n: each x loaded once, each y stored once, 4 bytes each",
     "Load x[i] once into a local variable and store y[i] once; nothing in between goes through memory."},
    {EMU_load_efficiency, PMPP_AT_LEAST, NULL, 0.9,
     "of each sector loaded nearly every byte is asked for; only the ends of the array may waste some",
     "Threads next to each other must load elements next to each other."},
};

// ---- 7: kinetic energy; size: n ---------------------------------------------------------------------------

enum { STRUCTS, MASS, VX, VY, VZ, ENERGY };
enum { FIELDS = 8, FIELD_MASS = 3 }; // of struct particle, in floats: x y z mass vx vy vz charge

static void make_energy(struct pmpp_case *c) {
  static const char *const name[] = {"structs", "mass", "vx", "vy", "vz"};
  int64_t n = c->spec->size[0];
  bool timed_only = !(c->spec->where & BOTH);
  pmpp_add(c, name[STRUCTS], PMPP_IN, PMPP_F32, timed_only ? 0 : FIELDS * n);
  for (int k = MASS; k <= VZ; k++) pmpp_add(c, name[k], PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "energy", PMPP_OUT, PMPP_F32, n);
  for (int k = MASS; k <= VZ; k++) {
    float *x = c->buf[k].data;
    fill(c, &c->buf[k], k == MASS ? 0.5f : -4, k == MASS ? 8 : 4);
    for (int64_t i = 0; i < n && c->spec->variant == SPECIAL;
         i++) // only what no order of multiplying changes
      if (isfinite(x[i])) x[i] = k == MASS ? 1 + i % 7 : 1 + i % 5;
  }
  float *s = c->buf[STRUCTS].data;
  if (!timed_only) pmpp_fill_f32(s, FIELDS * n, -1, 1, c->seed);
  for (int k = MASS; k <= VZ && !timed_only; k++)
    for (int64_t i = 0; i < n; i++) s[FIELDS * i + FIELD_MASS + k - MASS] = ((float *)c->buf[k].data)[i];

  // No term is negative, so relative errors do not grow: a square, two additions and the product with the
  // mass are 4 roundings of at most u = 2^-24 each (halving is exact, contraction into an FMA only removes
  // some), also when the mass is multiplied in first. Whole numbers as small as these give no rounding at
  // all.
  const double u = 0x1p-24;
  struct pmpp_buf *e = &c->buf[ENERGY];
  if (c->spec->variant == WHOLE) {
    exact(e, "0: small whole numbers");
  } else {
    e->rel_bound = 4 * u / (1 - 4 * u);
    e->bound_text = "4 u / (1 - 4 u), u = 2^-24: four roundings, no cancellation";
  }
  c->param[0] = n;
  c->floor_bytes = 20.0 * n;
  c->floor_ops = 7.0 * n;
}

static void update_energy(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  double m = ((float *)c->buf[MASS].data)[i], x = ((float *)c->buf[VX].data)[i];
  double y = ((float *)c->buf[VY].data)[i], z = ((float *)c->buf[VZ].data)[i];
  ((double *)c->buf[ENERGY].golden)[i] = m * (x * x + y * y + z * z) / 2;
}

static void golden_energy(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->buf[ENERGY].arg.count; i++) update_energy(c, 0, i, 0);
}

static const struct pmpp_case_spec cases_7[] = {
    SIZES,
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_TIMED},
};
static const struct pmpp_gate gates_7[] = {
    WHOLE_WARPS,
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 4, SECTORS_4,
     "A field of an array of structs lies 32 bytes from its neighbour, a sector each: load from the arrays."},
    {EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,
     "20 n: four fields loaded and one energy stored, 4 bytes each",
     "Load each of the four fields once, keep sums in local variables, store once."},
};

// ---- the lab ----------------------------------------------------------------------------------------------

#define CASES(k) cases_##k, COUNT(cases_##k)
#define GATES(k) .gates = gates_##k, .n_gates = COUNT(gates_##k)

static const struct pmpp_task tasks[] = {
    {"1_five_steps", "vecadd_1_five_steps", "the host's part: allocate, copy, launch, copy back, free",
     "cudaMalloc one device array and check the error it returns", 15, CASES(1), make_add_host,
     golden_add_host, update_add, NULL, GATES(1), .check_leaks = true, .synchronous = true},
    {"2_boundary", "vecadd_2_boundary", "one thread an element, and none beyond the last",
     "the kernel's index from blockIdx.x, blockDim.x and threadIdx.x; the launch is given", 10, CASES(2),
     make_add, golden_add, update_add, NULL, GATES(2)},
    {"3_grid_stride", "vecadd_3_grid_stride", "a grid of fixed size walks over any n",
     "start from task 2's kernel and turn its `if (i < n)` into a loop that steps by the whole grid", 15,
     CASES(3), make_add_blocks, golden_add, update_add, NULL, GATES(3)},
    {"4_float4", "vecadd_4_float4", "16-byte accesses, with a head, a tail and a fallback",
     "first the easy case: n a multiple of 4 and aligned pointers; then the tail; then the head", 20,
     CASES(4), make_add_misaligned, golden_add, update_add, NULL, GATES(4)},
    {"5_rgb_to_gray", "vecadd_5_rgb_to_gray", "two-dimensional indices, x along the row",
     "choose a two-dimensional block, compute x and y, and return where either is outside the image", 15,
     CASES(5), make_gray, golden_gray, update_gray, NULL, GATES(5)},
    {"6_fused_relu", "vecadd_6_fused_relu", "two operations, one pass over memory",
     "one kernel that loads x[i] once, computes in a local variable and stores y[i] once", 10, CASES(6),
     make_relu, golden_relu, update_relu, NULL, GATES(6)},
    {"7_soa", "vecadd_7_soa", "a struct of arrays instead of an array of structs",
     "grade the given kernel as it is: it is right, and its sectors per load are 32", 15, CASES(7),
     make_energy, golden_energy, update_energy, NULL, GATES(7)},
};

static const struct pmpp_column columns[] = {
    {"launches", EMU_launches, "%.0f", 0, false},
    {"blocks", EMU_blocks, "%.0f", 0, false},
    {"threads", EMU_threads, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"store\nrequests", EMU_global_store_requests, "%.0f", 0, false},
    {"sectors\nper load", EMU_sectors_per_load, "%.2f", 0, false},
    {"load\nefficiency", EMU_load_efficiency, "%.1f%%", 100, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.2f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "01",
    .name = "vecadd",
    .title = "Vector addition",
    .tasks = tasks,
    .n_tasks = COUNT(tasks),
    .columns = columns,
    .n_columns = COUNT(columns),
    .baselines = baselines,
};

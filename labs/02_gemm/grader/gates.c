// The gates of lab 02's tasks 1 to 8, whose threads multiply: what the kernels may do at most, or must do at least.
#include "gates.h"

double products(const struct pmpp_case *c) {
  return c->floor_ops / 2;
}

static double elements_of_c(const struct pmpp_case *c) {
  return (double)c->buf[C].arg.count;
}

double inputs(const struct pmpp_case *c) {
  return c->floor_bytes - 4 * elements_of_c(c);
}

static double covering_threads(const struct pmpp_case *c) {
  return (double)((c->spec->size[M] + 31) * (c->spec->size[N] + 31));
}

static double row_sectors(const struct pmpp_case *c) {
  return 1.05 * 5 * products(c) / 32;
}

// Bytes that a block loads for a square tile of C: 8 bytes for each of its multiply-adds, divided by the side.
static double bytes_16(const struct pmpp_case *c) {
  return 8 * products(c) / 16;
}

static double bytes_32(const struct pmpp_case *c) {
  return 8 * products(c) / 32;
}

// Two tiles of 32 x 32, side by side, share the rows of A.
static double bytes_32_by_64(const struct pmpp_case *c) {
  return 4 * products(c) / 32 + 4 * products(c) / 64;
}

double bytes_64(const struct pmpp_case *c) {
  return 8 * products(c) / 64;
}

static double bytes_128(const struct pmpp_case *c) {
  return 8 * products(c) / 128;
}

static double sectors_32(const struct pmpp_case *c) {
  return 1.05 * bytes_32(c) / 32;
}

static double sectors_16(const struct pmpp_case *c) {
  return 1.05 * bytes_16(c) / 32;
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

static double shared_5_4(const struct pmpp_case *c) {
  return 1.05 * 5 / 4 * products(c) / 32;
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
  return (double)c->spec->size[K] / 8 + 2;
}

static double patch_wavefronts(const struct pmpp_case *c) {
  return 1.05 * products(c) / 256;
}

static double compact_wavefronts(const struct pmpp_case *c) {
  return 1.3 * products(c) / 256;
}

static double one_in_eight(const struct pmpp_case *c) {
  return products(c) / 2048;
}

const struct pmpp_gate gates_1[] = {
    GATE_READ,
    {EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.5, "0.5: blocks are whole warps",
     "a block should have 32 x 32 threads, or another number that is a multiple of 32"},
    {EMU_threads, PMPP_AT_MOST, covering_threads, 0,
     "(m + 31)(n + 31): a thread an element, rounded up to blocks that are at most 32 wide and high",
     "the grid should have ceil(m / 32) x ceil(n / 32) blocks of 32 x 32 threads, and not more"},
};

const struct pmpp_gate gates_2[] = {
    GATE_READ,
    {EMU_global_load_sectors, PMPP_AT_MOST, row_sectors, 0,
     "1.05 x 5/32 m n k: for 32 products a warp reads 32 neighbouring elements of B, 4 sectors, and one of "
     "A, 1 sector",
     "neighbouring threads of a warp should compute neighbouring elements of a row of C: threadIdx.x is for "
     "columns"},
};

const struct pmpp_gate gates_3[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_16, 0,
     "8 m n k / 16: an element that a block of 16 x 16 threads loads serves 16 products",
     "load a tile of A and of B into shared memory, one element of each a thread, and multiply from there"},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_16, 0,
     "1.05 x those bytes / 32: every sector is used whole",
     "threads with neighbouring threadIdx.x should load neighbouring elements of a row, of A as well as of "
     "B"},
    {EMU_shared_load_wavefronts, PMPP_AT_MOST, shared_2, 0,
     "1.05 x 2/32 m n k: a warp's 32 products need two shared loads, one wavefront each",
     "the lanes of a warp should read one element of A's tile, and 32 neighbours of a row of B's"},
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_32, 0,
     "8 m n k / 32: an element that a block of 32 x 32 threads loads serves 32 products",
     "a tile of 32 x 32 halves the bytes of one of 16 x 16", "a tile of 32 x 32", 3},
};

const struct pmpp_gate gates_4[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_32_by_64, 0,
     "4 m n k / 32 + 4 m n k / 64: two tiles of 32 x 32 share the rows of A, or of B the columns; or shared "
     "loads at most 1.05 x 5/4 m n k / 32: four elements of a column share one of B in a register",
     "let each thread compute several elements that share one of A or of B; a block's tile of C should be 64 "
     "x 64",
     .or_metric = EMU_shared_load_requests, .or_bound = shared_5_4},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_32, 0,
     "1.05 x 8 m n k / 32 / 32: no more than a tile of 32 x 32 loads, every sector used whole",
     "neighbouring threads should load neighbouring elements of a row, 8 of A and 64 of B"},
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_9_8, 0,
     "1.05 x 9/8 m n k / 32: 8 elements of A and 1 of B for 8 products",
     "read the element of B once, into a variable, before the loop over the thread's 8 rows",
     "one operand in a register", 4},
};

const struct pmpp_gate gates_5[] = {
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

const struct pmpp_gate gates_6[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64, 0, "8 m n k / 64, as in 5_tile_2d",
     "keep the tile of 5_tile_2d"},
    {EMU_global_load_requests, PMPP_AT_MOST, wide_requests, 0,
     "1.05 x those bytes / 512: a request of 32 lanes brings 16 bytes each",
     "where n and k are multiples of 4, load a float4 of A and one of B"},
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_1_2, 0, "1.05 x 1/2 m n k / 32, as in 5_tile_2d",
     "keep the thread's elements of A and of B in two small arrays, as in 5_tile_2d"},
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_1_8, 0,
     "1.05 x 1/8 m n k / 32: 1 + 1 loads of 16 bytes for 4 x 4 products; 8 x 8 need half of that",
     "store A's tile transposed, so that a thread's rows are neighbours, and read both tiles as float4",
     "16-byte loads from shared memory", 3},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0: no bank conflicts",
     "a warp's stores of the transposed tile should go to 32 banks (with 8 columns of A a step, make its "
     "rows 4 "
     "floats longer; with 16, no padding does), and neighbouring threads should read neighbouring float4",
     "no bank conflicts", 3},
};

const struct pmpp_gate gates_7[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_64, 0, "8 m n k / 64, as in 5_tile_2d",
     "keep a tile of 64 x 64 or larger"},
    {EMU_barriers_per_block, PMPP_AT_MOST, step_barriers, 0,
     "k / 8 + 2: one a step of 8, one before the first, one to spare",
     "load the next tile into the other buffer while this one is multiplied: one barrier a step is enough"},
};

const struct pmpp_gate gates_8[] = {
    GATE_READ,
    {EMU_global_load_bytes, PMPP_AT_MOST, bytes_128, 0, "8 m n k / 128: the tile is at least 128 x 128",
     "keep the 128 x 128 tile"},
    {EMU_shared_load_wavefronts, PMPP_AT_MOST, compact_wavefronts, 0,
     "1.3 m n k / 256: a warp that is a compact patch of threads needs at most 10 wavefronts for 2048 "
     "products, "
     "two rows of 16 threads need 12",
     "a warp should compute a compact patch of C, of 8 x 4 threads or 4 x 8, and read float4 of both tiles"},
    {EMU_shared_wavefronts_excess, PMPP_AT_MOST, one_in_eight, 0,
     "m n k / 2048: one wavefront for eight of those that the products need",
     "keep the padded rows and the float4 of 6_vectorised"},
    {EMU_shared_load_wavefronts, PMPP_AT_MOST, patch_wavefronts, 0,
     "1.05 m n k / 256: for 2048 products a warp of 4 x 8 threads reads 32 floats of A and 64 of B, in 8 "
     "wavefronts of 16 lanes",
     "lanes that differ in the lowest bit should share their float4 of A, those that differ in the next one "
     "that of B",
     "wavefronts of 16 lanes", 3},
};

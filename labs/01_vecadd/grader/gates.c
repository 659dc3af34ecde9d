// Lab 01's gates: what the kernels may do at most, or must do at least.
#include "parts.h"

// ---- 1 to 4: c = a + b; size: n, then the task's own ------------------------------------------------------

static double floor_bytes(const struct pmpp_case *c) {
  return c->floor_bytes;
}

static double bytes_at_least(const struct pmpp_case *c) {
  return 4.0 * c->spec->size[0];
}

const struct pmpp_gate gates_1[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 1, "one launch adds all n elements",
     "Launch once, with enough blocks for all of n; a launch inside a loop over the array is not needed."},
    {EMU_global_store_bytes, PMPP_AT_LEAST, bytes_at_least, 0, "4 n: the device stores each of the n sums",
     "The sums must be made by the kernel; a loop on the host does not count."},
};

// n threads, rounded up to whole blocks; a block has at most 1024.
static double threads_one_each(const struct pmpp_case *c) {
  return c->spec->size[0] + 1023.0;
}

// 32 lanes x 4 bytes are 128 bytes side by side: 4 sectors, or 5 where they begin inside one, as those of a kernel that counts from
// the last element down. A last warp with fewer lanes only lowers the mean.
#define SECTORS_5 "32 lanes x 4 bytes = 128 bytes = 4 sectors of 32 bytes, 5 if they begin inside one"

// The last warp of a row or of the array may be nearly empty, and a block's size need not be a multiple of 32.
#define WHOLE_WARPS                                                                                          \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.75,                                                          \
        "24 of a warp's 32 lanes at work, on average over its instructions",                                 \
        "A block's threads run in warps of 32 that take each step together: a warp in which one thread "     \
        "works "                                                                                             \
        "costs as much as a full one."                                                                       \
  }

// A warp of a block's eight that does all the work: 1/8 and a little.
#define ALL_WARPS                                                                                            \
  {                                                                                                          \
    EMU_warp_balance, PMPP_AT_LEAST, NULL, 0.3,                                                              \
        "0.3: the average warp executes as much as the busiest one, or a third of it",                       \
        "Give every warp of every block its share; warps that return at once keep their places idle."        \
  }

const struct pmpp_gate gates_2[] = {
    WHOLE_WARPS,
    {EMU_threads, PMPP_AT_MOST, threads_one_each, 0,
     "n + 1023: one thread an element, rounded up to whole blocks",
     "Divide n by the block size, rounding up, to get the number of blocks."},
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 5, SECTORS_5,
     "Threads next to each other must load elements next to each other: i = blockIdx.x * blockDim.x + "
     "threadIdx.x."},
    ALL_WARPS,
};

static double blocks_allowed(const struct pmpp_case *c) {
  return (double)c->spec->size[1];
}

const struct pmpp_gate gates_3[] = {
    WHOLE_WARPS,
    {EMU_blocks, PMPP_AT_MOST, blocks_allowed, 0, "the parameter `blocks`: the grid does not grow with n",
     "Launch at most `blocks` blocks, once, and let each thread loop until all of n is done."},
    {EMU_blocks, PMPP_AT_LEAST, blocks_allowed, 0,
     "the parameter `blocks`: with fewer, multiprocessors that may work have nothing to do",
     "Launch all of the `blocks` blocks where each has elements; a single block uses one multiprocessor "
     "alone."},
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 5, SECTORS_5,
     "Step by the whole grid, gridDim.x * blockDim.x, so that in each round a warp loads 32 neighbours."},
    {EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,
     "12 n: each element of a and b loaded once, of c stored once",
     "Each element is some thread's, and only one thread's: step by all threads of the grid, not by one "
     "block."},
    ALL_WARPS,
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

const struct pmpp_gate gates_4[] = {
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
    ALL_WARPS,
};

// ---- 5: RGB to gray; size: width, height ------------------------------------------------------------------

// One colour of 32 pixels of a row lies within 94 bytes: 3 sectors, 4 where it begins late in one. A block of
// 16 x 16 has two half rows a warp, 46 bytes each: 2 or 3 sectors, 6 together.
const struct pmpp_gate gates_5[] = {
    WHOLE_WARPS,
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 6,
     "a warp's 32 pixels of 3 bytes in one row lie in at most 4 sectors, in two rows in 2 x 3",
     "threadIdx.x must run along the row (x), and the block must be at least 16 threads wide."},
    ALL_WARPS,
};

// ---- 6: y = relu(x + 1); size: n, bytes past a boundary ---------------------------------------------------

const struct pmpp_gate gates_6[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 1, "addition and maximum in one kernel",
     "Compute x + 1 into a local variable and apply the maximum to that, in the same kernel."},
    {EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,
     "8 n: each x loaded once, each y stored once, 4 bytes each",
     "Load x[i] once into a local variable and store y[i] once; nothing in between goes through memory."},
    {EMU_load_efficiency, PMPP_AT_LEAST, NULL, 0.9,
     "nearly every byte of a loaded sector is requested; only the ends of the array may waste some",
     "Threads next to each other must load elements next to each other."},
    ALL_WARPS,
};

// ---- 7: kinetic energy; size: n ---------------------------------------------------------------------------

const struct pmpp_gate gates_7[] = {
    WHOLE_WARPS,
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 5, SECTORS_5,
     "A field of an array of structs lies 32 bytes from its neighbour, a sector each: load from the arrays."},
    {EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,
     "20 n: four fields loaded and one energy stored, 4 bytes each",
     "Load each of the four fields once, keep sums in local variables, store once."},
    ALL_WARPS,
};

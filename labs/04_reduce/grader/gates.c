// Lab 04's gates: what the kernels may do at most, or must do at least.
#include "parts.h"

// Counters are summed over all launches of a case, so every formula runs over the passes: n elements in
// blocks of per_block leave ceil(n / per_block) partial sums, which are the next pass's elements, until one
// is left.
static int64_t total_blocks(int64_t n, int64_t per_block) {
  int64_t sum = 0;
  do sum += n = (n + per_block - 1) / per_block;
  while (n > 1);
  return sum;
}

// Warps that find at least one element, over all passes of 256 a block: each needs one load request if it
// loads each of its 32 elements once. 1 % more for code whose last warp takes two branches.
static double loads_once(const struct pmpp_case *c) {
  int64_t n = c->spec->size[0], sum = (n + 31) / 32;
  for (; n > 256; sum += (n + 31) / 32) n = (n + 255) / 256;
  return 1.01 * sum;
}

static double blocks_of_512(const struct pmpp_case *c) {
  return total_blocks(c->spec->size[0], 512);
}

static double barriers_4(const struct pmpp_case *c) {
  return 4 * blocks_of_512(c);
}

static double barriers_2(const struct pmpp_case *c) {
  return 2 * blocks_of_512(c);
}

static double shared_stores_9(const struct pmpp_case *c) {
  return 9 * blocks_of_512(c);
}

static double exchanges_5(const struct pmpp_case *c) {
  return 5 * blocks_of_512(c);
}

static double wide_loads(const struct pmpp_case *c) {
  return 1.05 * c->spec->size[0] / 128 + 64;
}

static double busy_threads(const struct pmpp_case *c) {
  return c->spec->size[0] / 64.0;
}

// Blocks that add up a tile of 4096 elements each, one more for a last tile that is not full, one for the
// partial sums.
static double tile_blocks(const struct pmpp_case *c) {
  return c->spec->size[0] / 4096.0 + 2;
}

static double tile_barriers(const struct pmpp_case *c) {
  return 2 * tile_blocks(c);
}

static double tile_shared_stores(const struct pmpp_case *c) {
  return 16 * tile_blocks(c);
}

// The partial sums of blocks of 256, stored once and loaded once, are 2 n / 255 elements: 0.8 %.
static double floor_bytes(const struct pmpp_case *c) {
  return 1.01 * c->floor_bytes;
}

#define GATE_SIMT(least, why)                                                                                \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, least, why,                                                    \
        "whole warps should work or skip: let the threads with the smallest numbers do the additions"        \
  }

#define GATE_NO_CONFLICTS                                                                                    \
  {                                                                                                          \
    EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0: 32 lanes, 32 different banks",                  \
        "consecutive threads should use consecutive words of shared memory: s[t] and s[t + stride]"          \
  }

#define GATE_BLOCKS                                                                                          \
  {                                                                                                          \
    EMU_blocks, PMPP_AT_MOST, blocks_of_512, 0, "ceil(n / 512) in every pass: a block covers 512 elements",  \
        "each thread should add two elements while it loads; pass 2 * BLOCK to reduce_repeat"                \
  }

#define GATE_LOADED_ONCE                                                                                     \
  {                                                                                                          \
    EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,                                                          \
        "1.01 (4 n + 4): every element once; 1 % for one partial sum a block, stored and loaded once",       \
        "load an element once, into a register or shared memory, and store one partial sum a block"          \
  }

static double read_all(const struct pmpp_case *c) {
  return 4.0 * (double)c->spec->size[0];
}

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, read_all, 0, "4n: the kernels themselves read every element",      \
        "the kernels do not read the input: let them compute the sum, not the host"                          \
  }

#define GATE_COALESCED                                                                                       \
  {                                                                                                          \
    EMU_sectors_per_load, PMPP_AT_MOST, NULL, 4,                                                             \
        "4: 32 lanes x 4 bytes, side by side, are 4 sectors of 32 bytes",                                    \
        "let neighbouring lanes load neighbouring elements"                                                  \
  }

const struct pmpp_gate gates_1[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_load_requests, PMPP_AT_MOST, loads_once, 0,
     "1.01 ceil(n / 32), summed over the passes: each element is loaded once, 32 by one request",
     "load an element once, into shared memory, thread t the t-th of its block; then work there"},
    GATE_SIMT(0.50, "0.50: the threads of a block share the additions"),
};

const struct pmpp_gate gates_2[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.90, "0.90: whole warps drop out, not lanes"),
    GATE_LOADED_ONCE,
};

const struct pmpp_gate gates_3[] = {
    GATE_READ,        GATE_COALESCED, GATE_NO_CONFLICTS, GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_LOADED_ONCE,
};

const struct pmpp_gate gates_4[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BLOCKS,
    GATE_NO_CONFLICTS,
    GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_LOADED_ONCE,
};

const struct pmpp_gate gates_5[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_BLOCKS,
    {EMU_barriers, PMPP_AT_MOST, barriers_4, 0,
     "4 a block: after the load, and after a step that leaves 128, 64, perhaps 32 values",
     "stop the loop when 64 values are left: they are one warp's work, and __syncwarp is enough there"},
    GATE_NO_CONFLICTS,
    GATE_LOADED_ONCE,
};

const struct pmpp_gate gates_6[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_BLOCKS,
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_9, 0,
     "9 a block: the sums of 8 warps, one lane each, and one to spare",
     "a warp should add up its own 32 values with shuffles before anything goes to shared memory"},
    {EMU_warp_exchanges, PMPP_AT_LEAST, exchanges_5, 0,
     "5 a block: one warp, at least, halves its 32 values 5 times",
     "use __shfl_down_sync(0xffffffff, sum, distance) with distances 16, 8, 4, 2, 1 in every warp"},
    {EMU_barriers, PMPP_AT_MOST, barriers_2, 0, "2 a block: one between the two rounds, and one to spare",
     "no lane waits for another warp but once: before warp 0 reads the 8 sums"},
    GATE_LOADED_ONCE,
};

const struct pmpp_gate gates_7[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 2, "2: many partial sums, then one block for those",
     "bound the number of blocks, so that one more block can add up all their sums"},
    {EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,
     "1.05 n / 128 + 64: a request of 32 lanes brings 16 bytes each, 128 elements",
     "load float4 and int4: let a lane take four neighbouring elements at once"},
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 16, "16: 32 lanes x 16 bytes are 16 sectors of 32 bytes",
     "neighbouring lanes should load neighbouring vectors, vectors[i + t], not a run of their own"},
    {EMU_threads, PMPP_AT_LEAST, busy_threads, 0,
     "n / 64: with fewer threads most of the device has nothing to do at this size",
     "launch one block a tile of 4096 elements, up to a number that fills the device"},
    GATE_LOADED_ONCE,
    GATE_NO_CONFLICTS,
    {EMU_barriers, PMPP_AT_MOST, tile_barriers, 0,
     "2 (n / 4096 + 2): 2 for each tile, as for a block of stage 6",
     "a block needs one barrier, after its last tile: until then every thread adds in its own registers"},
    {EMU_shared_store_requests, PMPP_AT_MOST, tile_shared_stores, 0,
     "16 (n / 4096 + 2): 8 warps store one sum each, and as many to spare",
     "add up what a thread holds, then a warp with shuffles; only the warp's sum goes to shared memory"},
};

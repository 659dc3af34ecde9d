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
// loads each of its 32 elements once. 2 % more for smaller blocks, and for code whose last warp takes two branches.
static double loads_once(const struct pmpp_case *c) {
  int64_t n = c->spec->size[0], sum = (n + 31) / 32;
  for (; n > 256; sum += (n + 31) / 32) n = (n + 255) / 256;
  return 1.02 * sum;
}
static double threads_of_two(const struct pmpp_case *c) {
  return 1.02 * c->spec->size[0] / 2;
}

// Stages 4 to 6 add two; a grid that fills an H200 at this size four.
static double threads_of_three(const struct pmpp_case *c) {
  return 1.02 * c->spec->size[0] / 3;
}
static double syncs_of_256(const struct pmpp_case *c) {
  return 2.0 * total_blocks(c->spec->size[0], 256);
}
static double wide_loads(const struct pmpp_case *c) {
  return 1.05 * c->spec->size[0] / 128 + 64;
}
static double busy_threads(const struct pmpp_case *c) {
  return c->spec->size[0] / 256.0;
}

// Lanes that load four neighbours one by one touch each sector four times.
static double few_sectors(const struct pmpp_case *c) {
  return c->spec->size[0] / 64.0;
}
static double few_sums_bytes(const struct pmpp_case *c) {
  return 1.01 * c->floor_bytes;
}

// The partial sums of blocks of 256, stored once and loaded once, are 2 n / 255 elements: 0.8 %; of blocks of 64 they are 3.2 %.
static double floor_bytes(const struct pmpp_case *c) {
  return 1.035 * c->floor_bytes;
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

// A block of 64 has one warp that adds, and in the last steps that has fewer lanes: 0.88 and more.
#define GATE_WHOLE_WARPS                                                                                     \
  GATE_SIMT(0.87, "0.87: whole warps drop out, not lanes; 0.90 and more but for blocks of 64, whose last "   \
                  "steps weigh more")

// The idea of stage 4; beyond the idea of stages 5 and 6, whose textbook forms have an element a thread.
#define TWO_A_THREAD                                                                                         \
  EMU_threads, PMPP_AT_MOST, threads_of_two, 0,                                                              \
      "1.02 n / 2: each thread adds two elements while it loads; 2 % for the passes over partial sums",      \
      "each thread should add two elements while it loads; pass 2 * BLOCK to reduce_repeat"

// Without the last warp's own steps a block of 256 has 9, one of 1024 has 11 and one of 64 still 7.
#define GATE_BARRIERS(most, why)                                                                             \
  {                                                                                                          \
    EMU_barriers_per_block, PMPP_AT_MOST, NULL, most,                                                        \
        #most ": a block of 1024 needs five, after the load and after each step that leaves more than one "  \
              "warp's work",                                                                                 \
        why                                                                                                  \
  }

// One warp of a block's eight at work: 1/8 and a little. The trees' warp 0, which stays to the end, does twice the others'
// work at most.
#define GATE_BALANCE                                                                                         \
  {                                                                                                          \
    EMU_warp_balance, PMPP_AT_LEAST, NULL, 0.3,                                                              \
        "0.3: the average warp executes as much as the busiest one, or a third of it",                       \
        "let all warps of all blocks load and add; one that does the work of the others keeps them waiting"  \
  }

#define GATE_LOADED_ONCE                                                                                     \
  {                                                                                                          \
    EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,                                                          \
        "1.035 (4 n + 4): every element once; 3.5 % for one partial sum a block of 64, stored and loaded "   \
        "once",                                                                                              \
        "load an element once, into a register or shared memory, and store one partial sum a block"          \
  }

// Of a tree of 1024 all 32 warps load two words in each of 5 steps, then half as many a step: 382 for 1024 elements. In one
// whose steps keep whole warps half as many each time, 128 for 1024; blocks of 64 have 12 for 64.
static double tree_loads(const struct pmpp_case *c) {
  return c->spec->size[0] / 2.0;
}
static double whole_warps_loads(const struct pmpp_case *c) {
  return c->spec->size[0] / 4.0;
}

#define GATE_FEW_LOADS(bound, why)                                                                           \
  {                                                                                                          \
    EMU_shared_load_requests, PMPP_AT_MOST, bound, 0, why,                                                   \
        "add in steps that halve what is left: a thread that adds up a row of words by itself loads each "   \
        "of "                                                                                                \
        "them"                                                                                               \
  }
#define GATE_TREE                                                                                            \
  GATE_FEW_LOADS(whole_warps_loads,                                                                          \
                 "n / 4: a step loads two words for each addition, and the next step has half as many")

// A warp of 32 lanes with three elements each.
static double one_a_warp(const struct pmpp_case *c) {
  return c->spec->size[0] / 96.0 + 64;
}
static double one_for_each_four_bytes(const struct pmpp_case *c) {
  return 1.05 * c->spec->size[0] + 4096;
}
static double one_a_warp_of_32(const struct pmpp_case *c) {
  return 1.02 * c->spec->size[0] / 32.0 + 64;
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
    EMU_load_efficiency, PMPP_AT_LEAST, NULL, 0.95,                                                          \
        "0.95: of each sector of 32 bytes that a request brings, its lanes want all",                        \
        "let neighbouring lanes load neighbouring elements"                                                  \
  }

const struct pmpp_gate gates_1[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_load_requests, PMPP_AT_MOST, loads_once, 0,
     "1.02 ceil(n / 32), summed over the passes: each element is loaded once, 32 by one request",
     "load an element once, into shared memory, thread t the t-th of its block; then work there"},
    GATE_SIMT(0.50, "0.50: the threads of a block share the additions"),
    GATE_BALANCE,
    GATE_FEW_LOADS(tree_loads, "n / 2: a step loads two words for each addition, and few lanes of a warp add "
                               "in the last ones"),
};

const struct pmpp_gate gates_2[] = {
    GATE_READ, GATE_COALESCED, GATE_WHOLE_WARPS, GATE_LOADED_ONCE, GATE_BALANCE, GATE_TREE,
};

const struct pmpp_gate gates_3[] = {
    GATE_READ, GATE_COALESCED, GATE_NO_CONFLICTS, GATE_WHOLE_WARPS, GATE_LOADED_ONCE, GATE_BALANCE, GATE_TREE,
};

const struct pmpp_gate gates_4[] = {
    GATE_READ,        GATE_COALESCED,   {TWO_A_THREAD}, GATE_NO_CONFLICTS,
    GATE_WHOLE_WARPS, GATE_LOADED_ONCE, GATE_BALANCE,   GATE_TREE,
};

const struct pmpp_gate gates_5[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_WHOLE_WARPS,
    GATE_BARRIERS(6,
                  "stop the loop when 64 values are left: they are one warp's work, and __syncwarp is enough "
                  "there"),
    GATE_NO_CONFLICTS,
    GATE_LOADED_ONCE,
    GATE_BALANCE,
    GATE_TREE,
    {TWO_A_THREAD, "two elements a thread", 4},
};

const struct pmpp_gate gates_6[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.80, "0.80: whole warps work; only their sums are one lane's"),
    {EMU_exchanges_per_block, PMPP_AT_LEAST, NULL, 5, "5: one warp, at least, halves its 32 values 5 times",
     "use __shfl_down_sync(0xffffffff, sum, distance) with distances 16, 8, 4, 2, 1 in every warp"},
    {EMU_shared_stores_per_warp, PMPP_AT_MOST, NULL, 2,
     "2: a tree down to one warp's values stores less than twice a warp; what follows is shuffles",
     "end the tree in shared memory when 64 values are left, or better before it begins: shuffles do the "
     "rest"},
    {EMU_warp_barriers, PMPP_AT_MOST, syncs_of_256, 0,
     "2 for each 256 elements: a shuffle needs no __syncwarp, the tree in shared memory one after each step",
     "values that travel by a shuffle need no __syncwarp before or after it"},
    {EMU_shared_atomics, PMPP_AT_MOST, one_a_warp_of_32, 0, "1.02 n / 32 + 64: one for each warp's sum",
     "let a warp's lanes add up their values by shuffles; an atomic for each lane makes the lanes take "
     "turns"},
    GATE_BARRIERS(5, "no lane waits for another warp but once: before warp 0 reads the warps' sums"),
    GATE_LOADED_ONCE,
    GATE_BALANCE,
    {EMU_shared_load_bytes, PMPP_AT_MOST, one_for_each_four_bytes, 0,
     "1.05 n + 4096: of 128 elements 32 words at most, as one warp loads them that adds up the warps' sums",
     "a warp should add up its own 32 values with shuffles before anything goes to shared memory",
     "every warp shuffles", 5},
    {TWO_A_THREAD, "two elements a thread", 2},
};

const struct pmpp_gate gates_7[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 2, "2: many partial sums, then one block for those",
     "bound the number of blocks, so that one more block can add up all their sums"},
    {EMU_threads, PMPP_AT_MOST, threads_of_three, 0,
     "1.02 n / 3: a thread adds three elements or more, on average, before the threads exchange sums",
     "let each thread add up many elements in a register: a loop over its elements, a whole grid apart"},
    {EMU_threads, PMPP_AT_LEAST, busy_threads, 0,
     "n / 256: with fewer threads most of the device has nothing to do at this size",
     "launch one block a tile of 4096 elements, up to a number that fills the device"},
    {EMU_global_sectors_excess, PMPP_AT_MOST, few_sectors, 0,
     "n / 64: an eighth of the sectors that the elements fill",
     "neighbouring lanes should load neighbouring elements or vectors, vectors[i + t], not a run of their "
     "own"},
    {EMU_global_bytes, PMPP_AT_MOST, few_sums_bytes, 0,
     "1.01 (4 n + 4): every element once; 1 % for the sums of a grid that does not grow with n",
     "load an element once, and store one partial sum a block, not one a thread"},
    {EMU_global_atomics, PMPP_AT_MOST, one_a_warp, 0,
     "n / 96 + 64: one for each warp, whose lanes add three elements or more each",
     "let a warp, or better a block, add up its threads' sums first: atomics on one word take turns"},
    {EMU_shared_atomics, PMPP_AT_MOST, one_a_warp, 0, "n / 96 + 64: one for each warp's sum",
     "let a warp's lanes add up their sums by shuffles first: atomics on one word take turns"},
    GATE_NO_CONFLICTS,
    GATE_BALANCE,
    {EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,
     "1.05 n / 128 + 64: a request of 32 lanes brings 16 bytes each, 128 elements",
     "load float4 and int4: let a lane take four neighbouring elements at once", "16-byte loads", 3},
    {EMU_barriers_per_block, PMPP_AT_MOST, NULL, 2, "2 a block: one between the two rounds, and one to spare",
     "a block needs one barrier, after its last tile: until then every thread adds in its own registers",
     "one barrier a block", 2},
};

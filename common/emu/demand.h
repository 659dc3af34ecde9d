// What a launch demands of the parts of a device: the counts behind the modelled time that need a model of the caches.
#ifndef EMU_DEMAND_H
#define EMU_DEMAND_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// X(name, what it counts). All are 0 where nobody asked for the modelled time (count/traffic.h).
#define EMU_DEMANDS(X)                                                                                       \
  X(l1_lines, "128-byte lines that the warp loads, stores and atomics of global memory touch")               \
  X(l2_load_sectors, "sectors that loads fetch past the first-level cache")                                  \
  X(l2_load_lines, "lines of those, each warp load's apart")                                                 \
  X(l2_store_sectors, "sectors that stores write")                                                           \
  X(l2_store_lines, "lines of those, each warp store's apart")                                               \
  X(dram_read_sectors, "sectors that the second-level cache fetches for loads")                              \
  X(dram_read_lines, "lines of those, where it had nothing of the line")                                     \
  X(dram_write_sectors, "changed sectors that it writes back")                                               \
  X(dram_fill_sectors, "those of which it had a part alone")                                                 \
  X(path_events, "basic blocks and requests of the slowest warp from barrier to barrier, of all blocks")     \
  X(path_memory_trips, "stretches of those in which it loads from global memory")                            \
  X(path_far_trips, "those in which a load misses the first-level cache")                                    \
  X(path_shared_trips, "stretches in which it loads from shared memory")                                     \
  X(path_exchanges, "its shuffles, votes and other exchanges")                                               \
  X(longest_events, "path_events of the block with the longest path")                                        \
  X(longest_memory_trips, "its path_memory_trips")                                                           \
  X(longest_far_trips, "its path_far_trips")                                                                 \
  X(longest_shared_trips, "its path_shared_trips")                                                           \
  X(longest_exchanges, "its path_exchanges")                                                                 \
  X(longest_turns, "wavefronts and lines of all its warps")                                                  \
  X(longest_phases, "its stretches from barrier to barrier")                                                 \
  X(shared_atomic_steps, "steps of atomics on shared memory in its banks")                                   \
  X(global_atomic_sectors, "sectors that warp atomics on global memory touch")                               \
  X(global_atomic_steps, "serial steps of those, each sector's busiest word")                                \
  X(hottest_atomic_steps,                                                                                    \
    "serial steps of global atomics in the 512 bytes with most of them, of blocks at once")                  \
  X(hottest_float_steps, "the same of additions of floating-point numbers")                                  \
  X(wide_wavefronts, "wavefronts that shared loads of 16 bytes a lane lack to two")                          \
  X(unrolled_blocks, "of warp_blocks those of loops of constant length, which nvcc unrolls")                 \
  X(unrolled_requests, "warp loads, stores and atomics in those")                                            \
  X(unrolled_steps, "iterations of those loops that have no such loop inside")                               \
  X(unrolled_choices, "of unrolled_blocks those of choices that hang on more than an iteration's number")    \
  X(merged_requests, "shared loads that nvcc saves, since it makes wider ones of neighbouring words")        \
  X(merged_wavefronts, "shared load wavefronts that those save")                                             \
  X(conflict_wavefronts, "of shared loads and stores those beyond the least, for bank conflicts")            \
  X(resident_warps, "warps that the device holds at once of such blocks")

enum emu_demanded {
#define EMU_X(name, what) EMU_DEMAND_##name,
  EMU_DEMANDS(EMU_X)
#undef EMU_X
      EMU_DEMAND_COUNT
};

struct emu_demand { // of consecutive launches: their sum
  uint64_t v[EMU_DEMAND_COUNT];
};

const char *emu_demand_name(int demanded); // "l1_lines"; NULL outside the range

#ifdef __cplusplus
}
#endif
#endif

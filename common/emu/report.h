// What the emulator counted and found: plain data, shared by the emulator, the worker and the grader.
#ifndef EMU_REPORT_H
#define EMU_REPORT_H

#include "emu/demand.h"
#include "emu/hazards.h"
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

// Every raw counter: X(name, Nsight Compute's name or "", what it counts).
// A "request" is one warp instruction; a "sector" 32 aligned bytes; a "wavefront" one pass over the 32 banks.
#define EMU_COUNTERS(X)                                                                                      \
  X(launches, "", "kernel launches")                                                                         \
  X(blocks, "launch__grid_size", "blocks launched")                                                          \
  X(threads, "launch__thread_count", "threads launched")                                                     \
  X(global_load_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",                                 \
    "warp loads from global memory")                                                                         \
  X(global_load_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors those loads touch")      \
  X(global_load_bytes, "", "bytes those loads ask for, lane by lane")                                        \
  X(global_store_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",                                \
    "warp stores to global memory")                                                                          \
  X(global_store_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors those stores touch")    \
  X(global_store_bytes, "", "bytes those stores write, lane by lane")                                        \
  X(global_sectors_ideal, "", "sectors the same loads and stores would touch if their bytes were packed")    \
  X(global_bytes_touched, "", "distinct bytes of global memory a launch reads or writes")                    \
  X(shared_load_requests, "smsp__inst_executed_op_shared_ld.sum", "warp loads from shared memory")           \
  X(shared_load_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "wavefronts of those")   \
  X(shared_load_bytes, "", "bytes those loads ask for, lane by lane")                                        \
  X(shared_store_requests, "smsp__inst_executed_op_shared_st.sum", "warp stores to shared memory")           \
  X(shared_store_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "wavefronts of those")  \
  X(shared_wavefronts_ideal, "", "wavefronts the same shared accesses need without a bank conflict")         \
  X(constant_load_requests, "", "warp loads from constant memory")                                           \
  X(constant_load_wavefronts, "", "distinct words of each of those, summed: one word for all lanes is 1")    \
  X(global_atomics, "", "atomic operations on global memory, lane by lane")                                  \
  X(global_atomic_requests, "", "warp instructions with such an atomic")                                     \
  X(global_atomic_changes, "", "those of them that change the word: no sum of 0, no lost comparison")        \
  X(shared_atomics, "", "atomic operations on shared memory, lane by lane")                                  \
  X(shared_atomic_requests, "", "warp instructions with such an atomic")                                     \
  X(atomic_serial_steps, "", "sum over atomic warp instructions of the lanes that hit the busiest address")  \
  X(warp_blocks, "", "basic blocks executed, once for each warp that runs them")                             \
  X(active_lanes, "", "lanes active in those, summed")                                                       \
  X(warp_blocks_if_even, "", "warp_blocks if every warp of a launch ran as many as the busiest one")         \
  X(warp_blocks_of_busiest, "", "warp_blocks of the block of each launch that ran most of them")             \
  X(idle_threads, "", "threads that touch no memory and exchange nothing, in blocks where others do")        \
  X(threads_of_busy_blocks, "", "threads of blocks in which one does")                                       \
  X(barriers, "", "block barriers completed (__syncthreads, once a block)")                                  \
  X(warp_barriers, "", "__syncwarp completed, once a warp")                                                  \
  X(warp_exchanges, "", "shuffles, votes and other warp exchanges, once a warp")                             \
  X(tensor_ops, "", "multiplications and additions done by warp matrix products (mma_sync)")                 \
  X(tensor_squares, "", "squares of the single products of those, summed: they tell what was multiplied")    \
  X(thread_phases, "", "thread x stretch between two block barriers")                                        \
  X(idle_phases, "", "those stretches in which the thread touched no global or shared memory")               \
  X(local_bytes, "", "bytes of automatic arrays and escaped locals loaded or stored")                        \
  X(large_frames, "", "calls in a thread whose local variables take more than 2048 bytes: no registers")     \
  X(device_copy_bytes, "", "bytes that the host's calls copied from device memory to device memory")         \
  X(overlapped_copy_bytes, "", "bytes copied between devices, or with pinned memory, beside busy kernels")   \
  X(peer_copies, "", "copies from device to device, each run of bytes that lie together counted once")       \
  X(peer_copy_bytes, "", "bytes that those copies move")                                                     \
  X(peer_access_bytes, "", "bytes of another device's memory that kernels load or store, lane by lane")      \
  X(busiest_link_bytes, "", "what the busiest device sends to others, or receives: the greater of both")     \
  X(device_waits, "", "waits of the host for several streams: cudaMemcpyPeer, cudaDeviceSynchronize")        \
  X(launches_beside_devices, "", "launches that move bytes, in no order with one before on another device")  \
  X(host_copy_bytes, "", "bytes that the host's calls copied between a device's memory and the host's")      \
  X(messages, "", "messages that a rank sent to other ranks of its job")                                     \
  X(message_bytes, "", "bytes of those messages")                                                            \
  X(store_bytes_beside_messages, "", "bytes stored by kernels while a message may go and one may come")      \
  X(host_waits, "", "waits of the host: for a stream, an event, a device, a copy or a message")              \
  X(host_copies, "", "copies that the host asks for, whatever memory they are of")                           \
  X(allocations, "", "allocations: of device, managed or pinned memory by the host, and of kernels")         \
  X(works_in_streams, "", "launches, copies and sets in other streams than the default one")

enum emu_counter {
#define EMU_X(name, ncu, what) EMU_##name,
  EMU_COUNTERS(EMU_X)
#undef EMU_X
      EMU_COUNTER_COUNT
};
struct emu_counters {
  uint64_t v[EMU_COUNTER_COUNT];
};
// A metric is a raw counter (same number as in enum emu_counter) or one of these, derived from them.
enum emu_metric {
  EMU_simt_efficiency = EMU_COUNTER_COUNT, // active_lanes / (32 warp_blocks), 0..1
  EMU_sectors_per_load,                    // global_load_sectors / global_load_requests
  EMU_sectors_per_store,
  EMU_load_efficiency,          // 4-byte-packed ideal: global_load_bytes / (32 global_load_sectors), 0..1
  EMU_store_efficiency,         // likewise
  EMU_shared_wavefronts_excess, // load + store wavefronts - ideal
  EMU_global_sectors_excess,    // load + store sectors - ideal
  EMU_global_bytes,             // global_load_bytes + global_store_bytes
  EMU_idle_share,               // idle_phases / thread_phases, 0..1
  EMU_warp_balance,             // warp_blocks / warp_blocks_if_even, 0..1
  EMU_busiest_block_share,      // warp_blocks_of_busiest / warp_blocks, 0..1
  EMU_idle_thread_share,        // idle_threads / threads_of_busy_blocks, 0..1
  EMU_barriers_per_block,
  EMU_exchanges_per_block,
  EMU_shared_stores_per_warp, // shared_store_requests / (threads / 32)
  EMU_METRIC_COUNT
};

const char *emu_metric_name(int metric);   // "shared_wavefronts_excess"; NULL outside the range
const char *emu_counter_ncu(int counter);  // Nsight Compute's name or ""
const char *emu_counter_what(int counter); // one line of explanation
double emu_metric_value(const struct emu_counters *c, int metric); // 0 where the denominator is 0
enum { EMU_MAX_LAUNCHES = 128, EMU_MAX_HAZARDS = 16, EMU_MAX_NOTES = 8 };
struct emu_place { // where an access of a hazard stands; file "" where unknown, e.g. an API call
  char file[160];
  int32_t line;
  uint32_t block[3], thread[3];
};
struct emu_hazard {   // or a note
  uint32_t kind;      // enum emu_hazard_kind, or of a note enum emu_note_kind
  uint32_t has_other; // the second access (of a race, say) is filled in
  uint64_t count;     // how many times the same pair of places was seen
  char kernel[64];    // "" for host code
  struct emu_place at, other;
  char what[320];   // "reads s[256], one past the end of float s[256]"
  char advice[280]; // one line
};

struct emu_error {     // a call of the runtime API that failed
  int32_t code;        // cudaError_t; 0: none failed
  char name[48];       // "cudaErrorInvalidValue"
  struct emu_place at; // where the program called it; file "" where unknown
};
struct emu_launch {
  char kernel[64];
  uint32_t grid[3], block[3];
  uint64_t repeats; // consecutive launches of the same kernel and shape are added up here
  struct emu_counters counters;
  struct emu_demand demand;
};
struct emu_report {
  struct emu_counters total;
  uint32_t n_launches, launches_dropped; // dropped ones are in total all the same
  uint32_t n_hazards, hazards_dropped, n_notes, notes_dropped;
  struct emu_launch launch[EMU_MAX_LAUNCHES];
  struct emu_hazard hazard[EMU_MAX_HAZARDS], note[EMU_MAX_NOTES];
  struct emu_error error; // the first; a launch that is refused is a hazard
  // What the host can have learnt: bytes copied to it by calls, at each launch those of managed and pinned memory.
  uint64_t bytes_to_host;
  uint64_t launches_that_touch; // global memory: what was copied to the host may have chosen them
  uint64_t bytes_by_calls;      // of device memory that API calls read or wrote: copies within it count twice
};
#ifdef __cplusplus
}
#endif
#endif

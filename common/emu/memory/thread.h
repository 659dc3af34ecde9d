// Threads and warps: what the layers keep of each.
#ifndef EMU_MEMORY_THREAD_H
#define EMU_MEMORY_THREAD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include "memory/model.h"

enum state { READY, AT_BARRIER, AT_WARP_OP, AT_GRID, AT_NUMBER, LOG_FULL, DONE };

struct context { // where a fiber was left
#ifdef __x86_64__
  void *top;
#else
  jmp_buf registers;
#endif
};

// What a barrier and a switch of lanes look at comes first, in one cache line.
enum { THREAD_TAIL = 4 };
struct thread {
  _Alignas(64) struct context context;
  enum state state;
  bool touched;                   // global or shared memory since the last block barrier
  bool of_use;                    // the same since its block began, or it has exchanged values with others
  uint32_t log_start, log_length; // what is left to count: log_length records from log_start on
  uint32_t last_pc;
  uint32_t depth;        // of calls
  uint32_t spins;        // full logs in a row in which it only read the same few words
  uint32_t vain_atomics; // how many atomics before its latest, at its address, have changed nothing either
  uint32_t barrier_pc;
  int barrier_op; // 0 plain, else the vote of __syncthreads_{count,and,or}
  int barrier_value;
  uint32_t epoch; // fast.c: of the barrier that it waits at
  bool of_block;  // its next cuda::atomic operation is of block scope
  char *stack_low, *stack_high;
  // a pending warp operation
  int op;
  uint32_t op_pc, op_mask, op_param, op_width;
  uint64_t op_value;
  uint64_t op_result;
  uint32_t x, y, z;
  uint64_t last_atomic; // the address of its latest one
  // where its latest exchange found memory that nobody had written; 0: nowhere, or that has been told
  uint64_t unread;
  uint32_t unread_size, unread_pc;
  uint32_t added_pc; // of its latest atomic addition of a floating-point number or of 1
  // The log, shared with the same lane of the other warps: a warp's is counted before the next one runs.
  uint32_t *pcs;
  uint64_t *addrs;
  struct copies *copies; // asynchronous copies under way (async_copy.c)
  uint64_t polled;       // what it began to read over and over, packed as in the log
  // The block barrier that it waited at first while others had returned, and how many had; 0: at none.
  uint32_t alone_pc, alone_of;
  bool left;                  // it had, of such a barrier
  uint32_t tail[THREAD_TAIL]; // when it is done: the last places of its log, the latest first
  uint64_t numbered;          // AT_NUMBER: the word of the barrier that it waits at
};

struct warp {
  uint32_t index, lanes;              // lanes: how many threads exist
  uint32_t done, at_barrier, at_grid; // how many of them have come there (not in fast.c)
  uint64_t blocks_run;                // basic blocks
  // Where turns are dealt, lanes run in the order 0 ^ lane_permutation, 1 ^ lane_permutation, ...
  uint32_t lane_permutation;
  uint16_t tick;             // counts completed warp-wide synchronisations since the last block barrier
  uint16_t full_tick;        // tick of the last one that named every living lane
  uint16_t pair[WARP][WARP]; // tick of the last one that named both lanes
  bool pair_used;
  bool reads_nothing; // it goes round in warp operations, between which no lane has read a word
};

#endif

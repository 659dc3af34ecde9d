// The running thread, block and launch as every callback needs them: the one struct that the hot path shares.
#ifndef EMU_MEMORY_RUNNING_H
#define EMU_MEMORY_RUNNING_H

#include "memory/log.h"
#include "memory/shadow.h"
#include "memory/thread.h"
#include "emu/report.h"

// In libemu_fast.a, which programs of emucc --fast are linked with, nothing is counted and no access is checked.
#ifdef EMU_FAST
enum { FAST = true };
#else
enum { FAST = false };
#endif

struct running {
  struct thread *self; // running thread; NULL while the host runs
  // The running thread's part of the logs begins and ends there; log_end is 0 while the host runs. Up to log_limit
  // accesses need no more than the usual look: the last record and those while something is pending do.
  uint32_t log_n, log_limit, log_end, log_begin;
  uint64_t log_depth;                        // of calls, packed
  uint64_t again;                            // see shadow_again
  uint64_t local_end;                        // of the running lane's local memory (local_live)
  uint32_t epoch, block_epoch, launch_epoch; // now; first of this block; first of this launch
  uint32_t tid, lane, lane_bit;
  struct warp *warp;
  union { // as in a shadow word
    struct {
      uint16_t tick; // the warp's
      uint8_t warp_index;
    };
    uint32_t reader;
  };
  uint32_t depth;
  bool touched; // global or shared memory by the running thread, since the last block barrier
  uint16_t launch_stamp, block_stamp;
  uint64_t shared_base, shared_words,
      shared_size; // static shared memory: the executable's thread-local segment
  uint64_t dynamic_base, dynamic_words, dynamic_size; // dynamic shared memory of this launch
  uint64_t variable_base,
      variable_words; // the device or managed variables of the section that was touched last
  struct shadow *heap_shadow, *shared_shadow, *dynamic_shadow, *variable_shadow;
  uint8_t *foreign_shared; // a byte a word of static shared memory: not the running kernel's; NULL: not known
  uint8_t *heap_state;     // a byte a word: low four bits initialised, high four allocated, byte by byte
  struct emu_counters *counters; // of the running launch
  // See pending_begin. What the next access must see to: a race that is not sure yet (race.c), stores under way (delayed.c), an access out of bounds (after_fault.c),
  // a launch that the grid has made (child.c), accesses of other blocks to the running one's shared memory (cluster_blocks.c).
  enum {
    PENDING_NONE,
    PENDING_STORE,
    PENDING_LOAD,
    PENDING_RACE,
    PENDING_DELAYED,
    PENDING_STRAY = 8,
    PENDING_CHILD = 16,
    PENDING_CLUSTER = 32
  } pending;
  // From this epoch on, accesses of other blocks to words of shared memory matter: that behind the cluster's last barrier.
  uint32_t shared_since; // UINT32_MAX: there is no cluster
  bool fenced;           // a thread of the running block has executed a fence
  // of the running block, from its beginning: its name among the blocks of the run
  uint32_t block_first_epoch;
  uint32_t logs; // grows when records leave a log, move in it or become others
};
extern struct running M;

// Whether the address is of the running lane's local memory: above the stack's pointer, as all that is alive there, and below what
// the scheduler and earlier launches have left.
static inline __attribute__((always_inline)) bool local_live(uint64_t a) {
#ifdef __x86_64__
  register uint64_t top __asm__("rsp");
#else
  register uint64_t top __asm__("sp");
#endif
  return a - top < M.local_end - top;
}

static inline void pending_begin(int what) {
  M.pending |= what;
  M.log_limit = 0;
}
static inline void pending_end(int what) {
  M.pending &= ~what;
  if (!M.pending && M.log_end) M.log_limit = M.log_end - 1;
}

// The words of shared memory at the address; NULL elsewhere.
static inline struct shadow *shadow_of_shared(uint64_t a) {
  if (a - M.shared_base < M.shared_size) return &M.shared_shadow[(a - M.shared_base) >> 2];
  if (a - M.dynamic_base < M.dynamic_size) return &M.dynamic_shadow[(a - M.dynamic_base) >> 2];
  return NULL;
}

// What layers below the scheduler ask of it. runtime/ sets these before the first launch.
struct scheduler {
  void (*yield)(enum state state); // the running thread lets others run
  void (*give_up)(void);           // the running thread ends the launch; does not return
  // Of streams' work that waits: host code reads a flag, which some of it must set; all of it runs.
  void (*host_polls)(void), (*finish_work)(void);
};
extern struct scheduler scheduler;

static inline _Noreturn void launch_give_up(void) {
  scheduler.give_up();
  __builtin_unreachable();
}

#endif

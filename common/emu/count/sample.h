// Requests and a block's course kept as they were, for the pictures of EMU_REPORT=html.
#ifndef EMU_COUNT_SAMPLE_H
#define EMU_COUNT_SAMPLE_H

#include "memory/running.h"

extern bool sampling; // off: nothing below is called, and nothing is kept

struct request { // one warp instruction
  uint32_t pc;
  int space, kind;
  uint32_t lanes; // a bit for each active one
  uint64_t addr[WARP];
  uint8_t size[WARP];
  uint64_t cost;  // sectors, wavefronts, or for an atomic the lanes on one address
  uint64_t ideal; // what its bytes would need if they were packed; 0: not counted for this space and kind
};

enum { PATTERNS = 16 };
struct sample { // of one place
  struct request worst;
  struct { // the first request of each of the place's first patterns
    struct request first;
    uint64_t shape, count;
  } pattern[PATTERNS];
  int n_patterns;
  uint64_t requests; // all of them
};
// NULL where the place has made no request.
const struct sample *sample_of(uint32_t pc, int space);
const struct request *sample_most_common(const struct sample *s, uint64_t *count);

// The first block of each of the first kernels.
enum step_kind { STEP_BLOCKS, STEP_BARRIER, STEP_EXCHANGE };
struct step {
  enum step_kind kind;
  uint32_t warp, pc, lanes,
      count; // count: basic blocks one after another with the same lanes and line of pc's function
};
struct course_access {   // an instruction that touches memory
  uint32_t pc, step, at; // at: the basic block in that step, from 0
};
enum { COURSES = 4, STEPS = 4096, COURSE_ACCESSES = 4 * STEPS };
struct course {
  char kernel[64];
  uint32_t block[3], threads[3], n_warps, name; // threads: of a block; name: as in M.block_first_epoch
  uint64_t shared;                              // bytes of the block
  uint32_t n, dropped;
  struct step step[STEPS];
  uint32_t n_accesses; // as they ran; no more than fit
  struct course_access access[COURSE_ACCESSES];
};
const struct course *sample_courses(int *n);

// What has been counted so far of what a request costs, and of its ideal: a difference is one request's.
struct cost {
  uint64_t cost, ideal;
};
struct cost sample_cost(void);
// The lanes of one instruction, from their records; `lane` numbers them.
void sample_request(uint32_t pc, const uint64_t *packed, const uint32_t *lane, int lanes, struct cost before);
void sample_block(uint32_t pc, uint32_t lanes);
void sample_segment(const struct warp *w); // its lanes wait at a barrier or for an exchange, or have ended
void sample_warp(const struct warp *w);    // what follows is of this warp

#endif

// Loops that always run the same number of times, and nests of them, of one basic block each: nvcc unrolls them where it knows that
// number, and then nothing is left of the loops' control.
#include "count/traffic.h"
#include "memory/launch.h"
#include <string.h>

enum { PLACES = 4096, LONGEST = 64, LEVELS = 3 };

// A basic block, in a table in which a later one may take its place.
struct place {
  uint32_t pc;
  uint64_t length, votes;       // the length that most runs have had (a majority vote)
  uint64_t same, all, requests; // blocks in runs of that length; all blocks
};

// The loops of a nest: each level sees the blocks that the level below has not found to be such a loop.
static struct level {
  struct place places[PLACES];
  struct place *here; // of the block under way
  uint64_t run;       // how often it came one after another until now
} levels[LEVELS];

static struct place *place_of(struct level *l, uint32_t pc) {
  struct place *p = &l->places[seed_mix(pc) % PLACES];
  if (p->pc != pc) *p = (struct place){.pc = pc};
  return p;
}

static void end_run(struct level *l) {
  struct place *p = l->here;
  if (!p) return;
  p->all += l->run;
  if (p->length == l->run) {
    p->votes++;
    p->same += l->run;
  } else if (p->votes) {
    p->votes--;
  } else {
    p->length = p->same = l->run;
    p->votes = 1;
  }
}

// A run may be cut in two where a lane's log was full: three quarters are enough.
static bool is_constant(const struct place *p) {
  return p->length >= 2 && p->length <= LONGEST && 4 * p->same >= 3 * p->all;
}

void loop_warp(const struct warp *w) {
  static uint32_t of_block, of_warp;
  if (of_block == M.block_first_epoch && of_warp == w->index) return;
  of_block = M.block_first_epoch;
  of_warp = w->index;
  for (struct level *l = levels; l < levels + LEVELS; l++) {
    end_run(l);
    l->here = NULL;
  }
}

void loop_block(uint32_t pc) {
  for (struct level *l = levels; l < levels + LEVELS; l++) {
    if (l->here && l->here->pc == pc) {
      l->run++;
    } else {
      end_run(l);
      l->here = place_of(l, pc);
      l->run = 1;
    }
    if (is_constant(l->here)) return;
  }
}

void loop_request(void) {
  if (levels[0].here) levels[0].here->requests++;
}

void loop_begin(void) {
  memset(levels, 0, sizeof levels);
}

void loop_end(struct emu_demand *sum) {
  for (struct level *l = levels; l < levels + LEVELS; l++) {
    end_run(l);
    l->here = NULL;
  }
  for (struct place *p = levels[0].places; p < levels[0].places + PLACES; p++) {
    bool found = is_constant(p);
    for (int l = 1; l < LEVELS && !found; l++) {
      const struct place *other = &levels[l].places[p - levels[0].places];
      found = other->pc == p->pc && is_constant(other);
    }
    if (!found) continue;
    sum->v[EMU_DEMAND_unrolled_blocks] += p->all;
    sum->v[EMU_DEMAND_unrolled_requests] += p->requests;
  }
}

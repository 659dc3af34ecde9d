// Which warp is the slowest is guessed by an H200's latencies; the device's own come in later, by what is counted of that warp.
#include "model/slowest_warp.h"
#include "model/latencies.h"
#include "memory/launch.h"
#include <string.h>

// A load that passes the first-level cache is taken for one that the second has: which it is comes out when the launch is over.
static const uint64_t cycles[PATH_STEPS] = {
    [PATH_EVENT] = CYCLES_BLOCK,   [PATH_MEMORY] = CYCLES_L1,        [PATH_FAR] = CYCLES_L2 - CYCLES_L1,
    [PATH_SHARED] = CYCLES_SHARED, [PATH_EXCHANGE] = CYCLES_SHUFFLE, [PATH_TURN] = 1};

struct steps {
  uint64_t n[PATH_STEPS];
};

static struct steps at_look[MAX_WARPS];
static struct steps of_warp[MAX_WARPS], of_block, longest, sum_of_blocks; // since the last barrier; ...

static uint64_t length(const struct steps *s) {
  uint64_t all = 0;
  for (int i = 0; i < PATH_STEPS; i++) all += s->n[i] * cycles[i];
  return all;
}

static void add_all(struct steps *to, const struct steps *from) {
  for (int i = 0; i < PATH_STEPS; i++) to->n[i] += from->n[i];
}

void path_add(uint32_t warp, enum path_step what, uint64_t n) {
  of_warp[warp].n[what] += n;
}

uint64_t path_so_far(uint32_t warp) {
  return length(&of_warp[warp]);
}

void path_looks(uint32_t warp) {
  at_look[warp] = of_warp[warp];
}

void path_looks_again(uint32_t warp) {
  of_warp[warp] = at_look[warp];
}

bool path_is_enough(uint64_t of_work) {
  return of_work >= CYCLES_L2;
}

// Of a few lanes: the place's latest addresses, in a table in which a later place may take an earlier one's entry.
static bool is_next(uint32_t warp, uint32_t pc, uint64_t addr) {
  enum { PLACES = 4096 };
  static struct latest {
    uint32_t warp, pc;
    uint64_t addr, step;
  } latest[PLACES];
  struct latest *l = &latest[seed_mix((uint64_t)pc << 8 | warp) % PLACES], was = *l;
  bool known = was.warp == warp && was.pc == pc;
  *l = (struct latest){warp, pc, addr, known ? addr - was.addr : 0};
  return !known || l->step == was.step || !was.step;
}

// STEPS: from lane to lane in a row, and from a row to the next. FEW: of steps by chance from 16 that there are, as in a sorted list with
// small gaps, no more than two are different once in 17000 times for eight lanes, but once in six for four.
bool path_by_number(uint32_t warp, uint32_t pc, const uint64_t *addr, int n) {
  enum { STEPS = 2, FEW = 8 };
  if (n < FEW) return is_next(warp, pc, addr[0]);
  uint64_t step[STEPS];
  int steps = 0;
  for (int l = 1; l < n; l++) {
    uint64_t s = addr[l] - addr[l - 1];
    int k = 0;
    while (k < steps && step[k] != s) k++;
    if (k == STEPS) return false;
    if (k == steps) step[steps++] = s;
  }
  return steps > 1 || step[0] ? true : is_next(warp, pc, addr[0]);
}

void path_phase(void) {
  const struct steps *slowest = of_warp;
  for (const struct steps *s = of_warp; s < of_warp + MAX_WARPS; s++)
    if (length(s) > length(slowest)) slowest = s;
  if (!length(slowest)) return;
  add_all(&of_block, slowest);
  for (const struct steps *s = of_warp; s < of_warp + MAX_WARPS; s++)
    if (s != slowest) of_block.n[PATH_TURN] += s->n[PATH_TURN];
  of_block.n[PATH_PHASE]++;
  memset(of_warp, 0, sizeof of_warp);
  memset(at_look, 0, sizeof at_look);
}

void path_block(void) {
  path_phase();
  add_all(&sum_of_blocks, &of_block);
  if (length(&of_block) > length(&longest)) longest = of_block;
  of_block = (struct steps){0};
}

void path_begin(void) {
  memset(of_warp, 0, sizeof of_warp);
  of_block = longest = sum_of_blocks = (struct steps){0};
}

void path_end(struct emu_demand *sum) {
  path_block();
  for (int i = 0; i < PATH_STEPS; i++) {
    if (i < PATH_TURN) sum->v[EMU_DEMAND_path_events + i] += sum_of_blocks.n[i];
    sum->v[EMU_DEMAND_longest_events + i] += longest.n[i];
  }
}

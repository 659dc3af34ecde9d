// Loops that always run the same number of times: nvcc unrolls them where it knows that number, and then nothing is left of their
// control. They are found in the order of a warp's basic blocks: a block that comes again, in the same call, begins the next iteration
// of a loop. What ran between is its body, and a block outside the body's addresses ends the loop.
#include "model/loops.h"
#include "memory/launch.h"
#include <string.h>

enum {
  PLACES = 8192,
  HEADERS = 512,
  HERE = 4,
  LOOPS = HEADERS * HERE,
  LONGEST = 64,
  BY_FEW = 4,
  DEPTHS = LOG_MAX_DEPTH + 2,
  PATH = 512
};

// A basic block of the program, in a table in which a later one may take its place.
static struct place {
  uint32_t pc, loop;               // the loop in which a warp last ran it: its number + 1
  uint16_t on_path[WARPS_A_BLOCK]; // where it was in the warp's path
  uint64_t blocks, requests;
} places[PLACES];

// A way back to a header: the loops that share one lie inside each other, the innermost first.
static struct loop {
  uint32_t latch, parent;               // the last block of an iteration; the loop around it + 1
  uint64_t length, votes;               // the length that most runs have had (a majority vote)
  uint64_t same, all, runs;             // iterations in runs of that length; all iterations; runs
  uint64_t way, way_votes;              // the same of the way that the runs took through their blocks
  uint64_t same_way, bent;              // runs that took it; runs in which the iterations took different ways
  uint64_t nest, nest_votes, same_nest; // the same of the lengths of the loops inside
  uint64_t frayed;                      // runs that some lanes left before the others
  uint64_t events;                      // basic blocks and requests in all runs
  uint64_t merged_requests, merged_wavefronts;
} loops[LOOPS + 1]; // the last: none, for what lies in no loop

static struct header {
  uint32_t pc, low, high,
      n; // the body's addresses; its loops: those with the numbers HERE * place in this table + 0 to n - 1
} headers[HEADERS];

static struct warp_loops {
  uint64_t block, events, stretches,
      straight; // block: of the grid; straight: the stretch since the last loop
  uint32_t depth, n, on_path;
  int lanes;             // of the basic block under way
  uint32_t last[DEPTHS]; // the last basic block in each call
  uint16_t base[DEPTHS]; // where each call begins in the path
  struct block_step {
    uint32_t pc, low, high; // a loop that the warp has left lies at its header
  } path[PATH]; // the basic blocks on the way to where the warp is, each loop's from its header on
  struct active_loop {
    uint32_t header, loop, depth, at; // at: the header, in the path
    uint64_t iteration, since, way, of_iteration, of_first, nest;
    uint64_t first, stretch; // the stretch that it is if nvcc unrolls it; the one of a few iterations
    bool bent, frayed;
    int lanes;
  } active[LOOP_NEST]; // n of them
} warps[WARPS_A_BLOCK], *here;

static struct place *block;

static struct header *header_at(uint32_t pc) {
  struct header *h = &headers[seed_mix(pc) % HEADERS];
  if (h->pc == pc) return h;
  *h = (struct header){.pc = pc, .low = pc, .high = pc};
  memset(&loops[HERE * (h - headers)], 0, HERE * sizeof *loops);
  return h;
}

static void end_iteration(struct active_loop *r) {
  if (r->iteration == 1)
    r->of_first = r->of_iteration;
  else
    r->bent |= r->of_iteration != r->of_first;
  r->way = seed_mix(r->way ^ r->of_iteration);
  r->of_iteration = 0;
}

// Boyer and Moore's vote: which value has the majority, if there is one.
static bool vote(uint64_t *chosen, uint64_t *votes, uint64_t value) {
  if (*chosen == value) {
    ++*votes;
    return true;
  }
  if (*votes) {
    --*votes;
    return false;
  }
  *chosen = value;
  *votes = 1;
  return true;
}

static void leave(struct warp_loops *w) {
  struct active_loop *r = &w->active[--w->n];
  const struct header *h = &headers[r->header];
  struct loop *l = &loops[r->loop];
  end_iteration(r);
  w->on_path = r->at + 1;
  w->path[r->at].low = h->low;
  w->path[r->at].high = h->high;
  l->runs++;
  l->all += r->iteration;
  l->events += w->events - r->since;
  l->bent += r->bent;
  l->frayed += r->frayed;
  if (vote(&l->length, &l->votes, r->iteration))
    l->same = l->votes == 1 ? r->iteration : l->same + r->iteration;
  if (vote(&l->way, &l->way_votes, r->way)) l->same_way = l->way_votes == 1 ? 1 : l->same_way + 1;
  if (vote(&l->nest, &l->nest_votes, r->nest)) l->same_nest = l->nest_votes == 1 ? 1 : l->same_nest + 1;
  if (w->n)
    w->active[w->n - 1].nest = seed_mix(w->active[w->n - 1].nest ^ r->iteration ^ (uint64_t)r->loop << 32);
}

// The header's loops from the k-th inwards begin, the outermost first.
static void enter(struct warp_loops *w, const struct header *h, uint32_t k, uint32_t at, uint64_t iteration) {
  uint32_t number = (uint32_t)(h - headers);
  w->straight = ++w->stretches;
  for (; k-- > 0 && w->n < LOOP_NEST; iteration = 1) {
    uint32_t loop = HERE * number + k;
    loops[loop].parent = w->n ? w->active[w->n - 1].loop + 1 : 0;
    w->active[w->n++] = (struct active_loop){.header = number,
                                             .loop = loop,
                                             .depth = w->depth,
                                             .at = at,
                                             .iteration = iteration,
                                             .since = w->events,
                                             .first = w->stretches + 1,
                                             .stretch = ++w->stretches,
                                             .lanes = w->lanes};
  }
}

static struct active_loop *innermost(struct warp_loops *w) {
  return w->n && w->active[w->n - 1].depth == w->depth ? &w->active[w->n - 1] : NULL;
}

static void call_or_return(struct warp_loops *w, uint32_t depth) {
  while (w->n && w->active[w->n - 1].depth > depth) leave(w);
  if (depth < w->depth) w->on_path = w->base[depth + 1];
  for (uint32_t d = w->depth + 1; d <= depth; d++) w->base[d] = (uint16_t)w->on_path;
  w->depth = depth;
}

// The block at this place of the path has come again.
static void again(struct warp_loops *w, uint32_t at, uint32_t latch) {
  struct active_loop *top;
  while ((top = innermost(w)) && top->at > at) leave(w);
  struct header *h = header_at(w->path[at].pc);
  for (uint32_t i = at; i < w->on_path; i++) {
    if (w->path[i].low < h->low) h->low = w->path[i].low;
    if (w->path[i].high > h->high) h->high = w->path[i].high;
  }
  uint32_t k = 0, first = (uint32_t)(HERE * (h - headers));
  while (k < h->n && loops[first + k].latch != latch) k++;
  bool is_new = k == h->n && k < HERE;
  if (is_new) {
    loops[first + k].latch = latch;
    h->n++;
  } else if (k == HERE) {
    k--;
  }
  while ((top = innermost(w)) && top->at == at && top->loop < first + k) leave(w);
  w->on_path = at + 1;
  if (top && top->at == at && top->loop == first + k) {
    end_iteration(top);
    if (top->iteration++ % BY_FEW == 0) top->stretch = ++w->stretches;
    top->frayed |= top->lanes != w->lanes;
    enter(w, h, k, at, 1);
  } else {
    enter(w, h, k + 1, at, 2);
  }
}

static void go_on(struct warp_loops *w, uint32_t pc, struct place *p) {
  for (struct active_loop *top; (top = innermost(w));) {
    const struct header *h = &headers[top->header];
    if (h->low <= pc && pc <= h->high) break;
    leave(w);
  }
  uint32_t at = p->on_path[w - warps];
  if (at >= w->base[w->depth] && at < w->on_path && w->path[at].pc == pc) {
    again(w, at, w->last[w->depth]);
    return;
  }
  if (w->on_path == PATH) return;
  p->on_path[w - warps] = (uint16_t)w->on_path;
  w->path[w->on_path++] = (struct block_step){pc, pc, pc};
  const struct header *known = &headers[seed_mix(pc) % HEADERS];
  if (known->pc == pc) enter(w, known, known->n, w->on_path - 1, 1);
}

// A run may be counted with another length where lanes went apart. A search in a table has the same length often, but not as often
// as that, and some lanes end before the others.
static bool is_constant(const struct loop *l) {
  return l->latch && l->length >= 2 && l->length <= LONGEST && 32 * l->same >= 31 * l->all &&
         32 * l->frayed <= l->runs;
}

// nvcc leaves no loop of more than so many instructions, an iteration's times the iterations: measured with nvcc 13 on loops of
// multiply-adds, 128 to 160, and of those with a load each, 256.
enum { MOST_EVENTS = 256 };
static bool is_gone(const struct loop *l) {
  return is_constant(l) && l->events <= MOST_EVENTS * l->runs;
}

// The warps go the same way through it each time.
static bool is_one_way(const struct loop *l) {
  return is_constant(l) && 4 * l->same_way >= 3 * l->runs;
}

static bool is_inside_one_way(const struct loop *l) {
  for (int levels = 0; levels < LOOP_NEST && l->parent; levels++) {
    l = &loops[l->parent - 1];
    if (is_one_way(l)) return true;
  }
  return false;
}

// Its length hangs on the number of an iteration of the loop around it, whose runs have always the same lengths inside.
static bool is_unrolled(const struct loop *l) {
  if (is_constant(l)) return true;
  if (!l->latch || !l->parent) return false;
  const struct loop *around = &loops[l->parent - 1];
  return is_constant(around) && 4 * around->same_nest >= 3 * around->runs;
}

// Where it is unrolled, nothing is left of its choices. One that falls the same way in all iterations may be another one's.
static bool is_by_number(const struct loop *l) {
  return is_inside_one_way(l) || (is_one_way(l) && 2 * l->bent > l->runs);
}

void loop_warp(const struct warp *w) {
  here = &warps[w->index];
  block = NULL;
  if (here->block == M.block_first_epoch) return;
  while (here->n) leave(here);
  memset(here, 0, sizeof *here);
  here->block = M.block_first_epoch;
}

void loop_block(uint32_t pc, uint32_t depth, int lanes) {
  here->lanes = lanes;
  block = &places[seed_mix(pc) % PLACES];
  if (block->pc != pc) *block = (struct place){.pc = pc};
  call_or_return(here, depth);
  go_on(here, pc, block);
  here->last[depth] = pc;
  for (uint32_t i = 0; i < here->n; i++)
    here->active[i].of_iteration = seed_mix(here->active[i].of_iteration ^ pc);
  here->events++;
  block->blocks++;
  block->loop = here->n ? here->active[here->n - 1].loop + 1 : 0;
}

// A loop that nvcc leaves, of one basic block, runs by four iterations at a time (nvcc 13, where it does not know how many there are).
static bool is_by_few(const struct active_loop *r) {
  const struct header *h = &headers[r->header];
  return h->n == 1 && h->low == h->high;
}

uint64_t loop_stretch(void) {
  uint64_t stretch = ++here->stretches;
  for (uint32_t i = here->n; i-- > 0;) {
    const struct active_loop *r = &here->active[i];
    if (is_gone(&loops[r->loop]))
      stretch = r->first;
    else
      return i + 1 == here->n && is_by_few(r) ? r->stretch : stretch;
  }
  return stretch;
}

uint64_t loop_straight(uint64_t stretch) {
  return here->n ? stretch : here->straight;
}

void loop_request(void) {
  here->events++;
  if (block) block->requests++;
}

void loop_where(struct loop_nest *at) {
  at->n = here->n;
  for (uint32_t i = 0; i < here->n; i++) {
    at->loop[i] = here->active[i].loop;
    at->iteration[i] = here->active[i].iteration;
  }
}

void loop_merged(const struct loop_nest *from, const struct loop_nest *to, uint64_t requests,
                 uint64_t wavefronts) {
  uint32_t i = 0;
  while (i < from->n && i < to->n && from->loop[i] == to->loop[i] && from->iteration[i] == to->iteration[i])
    i++;
  struct loop *l = &loops[LOOPS];
  if (i < to->n) { // a loop whose first iteration this was is known since its second
    if (i < from->n && from->loop[i] != to->loop[i]) return;
    l = &loops[to->loop[i]];
  } else if (i < from->n) {
    return;
  }
  l->merged_requests += requests;
  l->merged_wavefronts += wavefronts;
}

void loop_begin(void) {
  memset(places, 0, sizeof places);
  memset(loops, 0, sizeof loops);
  memset(headers, 0, sizeof headers);
  memset(warps, 0, sizeof warps);
  block = NULL;
}

void loop_end(struct emu_demand *sum) {
  static uint64_t own[LOOPS], inner[LOOPS]; // basic blocks outside inner loops; runs of inner loops
  memset(own, 0, sizeof own);
  memset(inner, 0, sizeof inner);
  for (struct warp_loops *w = warps; w < warps + WARPS_A_BLOCK; w++)
    while (w->n) leave(w);
  for (struct place *p = places; p < places + PLACES; p++) {
    if (!p->loop || !is_unrolled(&loops[p->loop - 1])) continue;
    own[p->loop - 1] += p->blocks;
    sum->v[EMU_DEMAND_unrolled_blocks] += p->blocks;
    sum->v[EMU_DEMAND_unrolled_requests] += p->requests;
  }
  for (struct loop *l = loops; l < loops + LOOPS; l++)
    if (is_unrolled(l) && l->parent) inner[l->parent - 1] += l->runs;
  for (struct loop *l = loops; l < loops + LOOPS; l++)
    if (is_unrolled(l) && !inner[l - loops]) sum->v[EMU_DEMAND_unrolled_steps] += l->all;
  for (struct loop *l = loops; l <= loops + LOOPS; l++) {
    uint64_t i = (uint64_t)(l - loops);
    if (l < loops + LOOPS && is_unrolled(l) && own[i] > l->all + inner[i] && !is_by_number(l))
      sum->v[EMU_DEMAND_unrolled_choices] += own[i] - l->all - inner[i];
    if (l < loops + LOOPS && !is_gone(l)) continue;
    sum->v[EMU_DEMAND_merged_requests] += l->merged_requests;
    sum->v[EMU_DEMAND_merged_wavefronts] += l->merged_wavefronts;
  }
}

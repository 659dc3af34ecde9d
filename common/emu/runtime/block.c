// One block: its threads run as fibers, warp by warp.
//
// A warp runs until each of its lanes waits at a barrier, waits in a warp operation or is done; what its
// lanes logged is then counted. The block goes on when all its living threads wait at the barrier.
#include "runtime/block.h"
#include "check/epoch.h"
#include "check/events.h"
#include "check/hazard.h"
#include "count/match.h"
#include "memory/image.h"
#include "runtime/fiber.h"
#include "runtime/stuck.h"
#include "runtime/warp_op.h"
#include <string.h>

// Rounds of full logs before a warp that only computes lets the others run.
#define PATIENCE 64
// Turns (see emu_atomic_done) after which lanes that are ahead go on too: those behind may wait for them.
#define FAIR_TURNS 256
// Turns in a row after which a warp lets the others run, as if its logs had been full so often.
#define MAX_TURNS (PATIENCE * LOG_CAPACITY / 8)
// Full logs of nothing but polling (20 million steps) after which a thread counts as waiting.
#define POLLING_LOGS 10000
// A warp that polls with votes or shuffles never fills a log. After MANY_OPERATIONS warp operations the block
// starts to watch it; after POLLING_OPERATIONS more that only poll, it yields to the other warps; after
// POLLING_TURNS such yields it counts as waiting.
#define MANY_OPERATIONS    4096
#define POLLING_OPERATIONS 1024
#define POLLING_TURNS      40
// Full logs of polling after which a block gives way to others.
#define WAITING_LOGS 2
// Steps of one block after which it counts as endless behind an access out of bounds: what it waits for may have been lost there.
#define MAX_STEPS_LOST (1ull << 23)

// ---- barriers ----

enum { BARRIER_PLAIN, BARRIER_COUNT, BARRIER_AND, BARRIER_OR };

static int barrier(int op, int predicate, void *return_address) {
  need_kernel_at("__syncthreads", return_address);
  struct thread *t = M.self;
  t->barrier_pc = (uint32_t)(uintptr_t)return_address;
  t->barrier_op = op;
  t->barrier_value = predicate;
  fiber_yield(AT_BARRIER);
  return t->barrier_value;
}
void __syncthreads(void) {
  barrier(BARRIER_PLAIN, 0, __builtin_return_address(0));
}
int __syncthreads_count(int predicate) {
  return barrier(BARRIER_COUNT, predicate != 0, __builtin_return_address(0));
}
int __syncthreads_and(int predicate) {
  return barrier(BARRIER_AND, predicate != 0, __builtin_return_address(0));
}
int __syncthreads_or(int predicate) {
  return barrier(BARRIER_OR, predicate != 0, __builtin_return_address(0));
}

static void end_phase(const struct thread *t) {
  M.counters->v[EMU_thread_phases]++;
  M.counters->v[EMU_idle_phases] += !t->touched;
}

// Threads that came to different barriers: by line, because one source line may be several calls.
static void check_same_barrier(const struct thread *first, const struct thread *t) {
  if (FAST || t->barrier_pc == first->barrier_pc) return; // optimised code has copies of a barrier
  char file[2][160];
  int32_t line[2];
  symbolise(first->barrier_pc, file[0], sizeof file[0], &line[0], NULL, 0);
  symbolise(t->barrier_pc, file[1], sizeof file[1], &line[1], NULL, 0);
  if (line[0] == line[1] && strcmp(file[0], file[1]) == 0) return;
  struct access_site other = {first->barrier_pc, L.block_linear, (uint32_t)(first - L.thread)};
  M.self = L.thread; // in a kernel, for the report
  hazard(EMU_HAZARD_BARRIER, (struct access_site){t->barrier_pc, L.block_linear, (uint32_t)(t - L.thread)},
         &other, NULL, "threads of one block wait at different barriers");
  M.self = NULL;
}

int block_vote(int op, int count, int all) {
  return op == BARRIER_COUNT ? count : op == BARRIER_AND ? all : op == BARRIER_OR ? count > 0 : 0;
}

void block_release(uint32_t done) {
  struct thread *first = NULL, *gone = NULL;
  int count = 0, all = 1;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_BARRIER) {
      if (!gone) gone = t;
      continue;
    }
    if (!first) first = t;
    check_same_barrier(first, t);
    count += t->barrier_value;
    all &= t->barrier_value;
  }
  if (done) {
    M.self = first;
    uint32_t tid = (uint32_t)(gone - L.thread);
    hazard(EMU_HAZARD_BARRIER,
           (struct access_site){first->barrier_pc, L.block_linear, (uint32_t)(first - L.thread)}, NULL, NULL,
           "%u of the block's %u threads never reach this barrier: thread (%u,%u,%u), for one, has returned",
           done, L.n_threads, tid % L.block[0], tid / L.block[0] % L.block[1], tid / L.block[0] / L.block[1]);
    M.self = NULL;
  }
  M.counters->v[EMU_barriers]++;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_BARRIER) continue;
    t->barrier_value = block_vote(t->barrier_op, count, all);
    end_phase(t);
    t->touched = false;
    t->state = READY;
  }
  new_epoch();
}

// ---- one block ----

static void add_spins(const struct warp *w, struct thread *lanes, uint32_t more) {
  for (uint32_t l = 0; l < w->lanes; l++) lanes[l].spins = more ? lanes[l].spins + more : 0;
}

static bool can_run(const struct thread *t) {
  return t->state == READY || t->state == LOG_FULL;
}

// Is some runnable lane's log fully replayed? Lanes with records left are ahead of it and must wait. A lane
// that polls one word (a lock, a flag) does not count: it may wait for them.
static bool somebody_behind(const struct warp *w, const struct thread *lanes) {
  for (uint32_t l = 0; l < w->lanes; l++)
    if (can_run(&lanes[l]) && !lanes[l].log_length && !lanes[l].asks && !lanes[l].spins) return true;
  return false;
}

// Every runnable thread only polls, for a value that none of them stores.
static bool only_asks(const struct thread *from, const struct thread *end) {
  bool any = false;
  for (const struct thread *t = from; t < end; t++) {
    if (!can_run(t)) continue;
    if (t->spins < WAITING_LOGS) return false;
    any = true;
  }
  return any;
}

// One warp's run, in rounds. In a round each lane that may run goes on until it stops; then the round ends in one of
// three states:
//
//      run_lanes -+-> TURN: a lane has done an atomic  --> match the logs, repeat the round (MAX_TURNS at most)
//          ^      +-> FULL: a lane's log is full       --> match the logs, next round (PATIENCE at most, then leave)
//          |      +-> WAIT: every lane waits or is done -> complete the warp's operations; if there are none, leave
//          +----------------------------------------------- otherwise the next round (a polling warp leaves at times)
//
// To leave is to let the block's other warps run.
struct warp_run {
  struct warp *w;
  struct thread *lanes;
  int round;
  uint32_t turns;            // TURN in a row
  uint32_t operations;       // WAIT, so far
  uint32_t polls;            // of those the last ones, in which the lanes only polled
  struct polled polled;      // what they read
  bool full, turn, progress; // full, turn: what this round met
};

static void run_lane(struct warp_run *r, uint32_t l) {
  struct thread *t = &r->lanes[l];
  M.warp = r->w;
  M.lane = l;
  M.lane_bit = 1u << l;
  M.tid = r->w->index * WARP + l;
  M.warp_index = (uint8_t)r->w->index;
  M.tick = r->w->tick;
  M.touched = t->touched;
  log_make_room(t);
  M.log_pcs = t->pcs;
  M.log_addrs = t->addrs;
  M.log_n = t->log_length;
  M.depth = t->depth;
  M.log_depth = log_pack_depth(t->depth);
  S.steps -= t->log_length;
  fiber_run(t);
  t->depth = M.depth;
  t->touched = M.touched;
  t->log_length = M.log_n;
  if (t->log_length) t->last_pc = t->pcs[t->log_length - 1] & ~LOG_BLOCK;
  if (t->state == LOG_FULL) {
    r->full = true;
    t->spins = log_only_polls(t) ? t->spins + 1 : 0;
    if (t->spins == 1) t->polled = stuck_last_access(t);
  }
  S.steps += t->log_length;
  if (t->state == READY) { // it has done an atomic
    r->turn = true;
    if (!t->asks) t->spins = 0, S.moves++;
  }
  if (t->state == DONE) end_phase(t), S.moves++;
}

static void run_lanes(struct warp_run *r) {
  uint32_t permutation = S.deals_turns ? r->w->lane_permutation : 0;
  bool unfair = r->turns % FAIR_TURNS, hold = unfair && somebody_behind(r->w, r->lanes);
  r->full = r->turn = false;
  for (uint32_t k = 0; k < WARP && !L.aborted; k++) {
    uint32_t l = k ^ permutation;
    struct thread *t = &r->lanes[l];
    if (l >= r->w->lanes || !can_run(t)) continue;
    r->progress = true;
    bool rests = r->turns ? unfair : r->round && r->turn;
    if (hold && t->log_length) // the atomic it has done comes after what others have still to do
      r->turn = true;
    else if (t->log_length == LOG_CAPACITY || (t->spins && rests)) // lanes behind it do what it waits for
      r->full = true;
    else
      run_lane(r, l);
  }
}

static bool must_leave(const struct warp_run *r) {
  return r->round == PATIENCE || r->turns == MAX_TURNS || L.aborted || L.held ||
         (L.may_wait && only_asks(r->lanes, r->lanes + r->w->lanes));
}

static void watch_polling(struct warp_run *r) {
  if (++r->operations <= MANY_OPERATIONS) return;
  r->polls = log_polls_again(r->lanes, r->w->lanes, &r->polled) ? r->polls + 1 : 0;
  if (!r->polls && !r->polled.n) add_spins(r->w, r->lanes, 0); // they have stored something
}

static bool run_warp(struct warp *w) {
  struct warp_run r = {.w = w, .lanes = &L.thread[w->index * WARP]};
  for (;; r.round++) {
    run_lanes(&r);
    if (r.turn && ++r.turns < MAX_TURNS && !L.aborted && !L.held) {
      warp_log_flush(w, false);
      r.round--;
      continue;
    }
    bool full = r.full || r.turn, leave = !full || must_leave(&r);
    r.turns = 0;
    if (!full) watch_polling(&r);
    warp_log_flush(w, leave);
    if (L.aborted) return true;
    if (full && !leave) continue;
    if (full) return true;
    if (!warp_op_resolve(w)) {
      add_spins(w, r.lanes, 0);
      return r.progress;
    }
    r.progress = true;
    if (r.polls < POLLING_OPERATIONS) continue;
    add_spins(w, r.lanes, POLLING_LOGS / POLLING_TURNS);
    return true;
  }
}

static uint64_t most_steps(void) {
  return L.error ? MAX_STEPS_LOST : S.most_steps;
}

// Ends a launch that will not end by itself: every thread that still runs has been polling the same few words
// for a long time, or the launch has taken more steps than any exercise needs.
static void check_endless(void) {
  struct thread *stuck = NULL;
  bool all_poll = true;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != LOG_FULL && t->state != READY) continue; // READY: in a loop with a barrier in it
    if (!stuck) stuck = t;
    all_poll &= t->spins >= (S.hopeless ? 2 * WAITING_LOGS : POLLING_LOGS);
  }
  bool too_long = S.steps - S.block_steps > most_steps();
  if (!stuck || !(all_poll || too_long)) return;
  if (L.error) { // the cause has been told
    L.aborted = true;
    return;
  }
  M.self = stuck;
  report_stuck(stuck, all_poll, (int)(S.most_steps / 1000000));
  M.self = NULL;
  L.error = cudaErrorLaunchTimeout;
  L.aborted = true;
}

// Some threads wait for the grid, others for the block: neither can ever be complete.
static void mixed_barriers(void) {
  const struct thread *grid = NULL, *block = NULL;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state == AT_GRID && !grid) grid = t;
    if (t->state == AT_BARRIER && !block) block = t;
  }
  if (!grid || !block) return;
  struct access_site other = {block->barrier_pc, L.block_linear, (uint32_t)(block - L.thread)};
  M.self = L.thread;
  hazard(EMU_HAZARD_BARRIER,
         (struct access_site){grid->barrier_pc, L.block_linear, (uint32_t)(grid - L.thread)}, &other, NULL,
         "some threads of the block wait for the whole grid, others for their block");
  M.self = NULL;
  L.error = cudaErrorLaunchFailure;
  L.aborted = true;
}

bool block_waits_for_grid(void) {
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++)
    if (t->state == AT_GRID) return true;
  return false;
}

static uint64_t chance(uint32_t w) {
  return seed_mix(L.seed * 31 + L.block_linear * 1024 + w);
}

void block_order_warps(uint32_t *order) {
  for (uint32_t w = 0; w < L.n_warps; w++) order[w] = w;
  for (uint32_t w = L.n_warps; w > 1; w--) {
    uint32_t k = (uint32_t)(chance(w) % w), swap = order[w - 1];
    order[w - 1] = order[k];
    order[k] = swap;
  }
}

void block_run(void) {
  uint32_t order[MAX_WARPS];
  S.waits = false;
  block_order_warps(order);
  while (!L.aborted) {
    bool progress = false;
    for (uint32_t w = 0; w < L.n_warps && !L.aborted; w++) progress |= run_warp(&L.warps[order[w]]);
    if (L.aborted) return;
    if (L.held) {
      L.held = false;
      S.waits = true;
      return;
    }
    uint32_t done = 0, waiting = 0, at_grid = 0;
    for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
      done += t->state == DONE;
      waiting += t->state == AT_BARRIER;
      at_grid += t->state == AT_GRID;
    }
    if (done == L.n_threads) event_block_end();
    if (done + at_grid == L.n_threads) return;
    if (done + waiting == L.n_threads) {
      block_release(done);
      if (S.steps - S.block_steps > most_steps()) check_endless();
      continue;
    }
    if (L.may_wait && only_asks(L.thread, L.thread + L.n_threads)) {
      S.waits = true;
      return;
    }
    check_endless();
    if (progress) continue;
    bool forced = false;
    for (uint32_t w = 0; w < L.n_warps && !forced; w++) forced = warp_op_stuck(&L.warps[w]);
    if (!forced && at_grid) mixed_barriers();
  }
}

static void note_block(uint64_t linear) {
  L.block_linear = linear;
  L.block_index[0] = (uint32_t)(linear % L.grid[0]);
  L.block_index[1] = (uint32_t)(linear / L.grid[0] % L.grid[1]);
  L.block_index[2] = (uint32_t)(linear / L.grid[0] / L.grid[1]);
  S.block_steps = S.steps;
}

void block_enter(uint64_t linear) {
  note_block(linear);
  new_epoch();
  M.block_epoch = M.block_first_epoch = M.epoch;
  event_block_enter();
}

void block_go_on(uint64_t linear) {
  note_block(linear);
  M.block_epoch = ++M.epoch;
}

void block_begin(uint64_t linear) {
  block_enter(linear);
  event_block_begin();
  for (uint32_t i = 0; i < L.n_threads; i++) {
    struct thread *t = &L.thread[i];
    t->state = READY;
    t->barrier_pc = 0;
    t->asks = 0;
    t->last_atomic = 0;
    t->touched = false;
    t->spins = 0;
    t->log_start = t->log_length = t->depth = 0;
    t->x = i % L.block[0];
    t->y = i / L.block[0] % L.block[1];
    t->z = i / L.block[0] / L.block[1];
  }
  for (uint32_t w = 0; w < L.n_warps; w++) {
    L.warps[w].index = w;
    L.warps[w].blocks_run = 0;
    L.warps[w].lanes = L.n_threads - w * WARP < WARP ? L.n_threads - w * WARP : WARP;
    L.warps[w].lane_permutation = L.adverse ? 1 + (uint32_t)(chance(w) % (WARP - 1)) : 0;
  }
}

void block_resume(uint64_t linear) {
  block_enter(linear);
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_GRID) continue;
    end_phase(t);
    t->touched = false;
    t->state = READY;
  }
}

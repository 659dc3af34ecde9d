// One warp's run: until each of its lanes waits at a barrier, waits in a warp operation or is done. What they logged is counted.
#include "runtime/warp_run.h"
#include "check/events.h"
#include "count/match.h"
#include "runtime/barrier.h"
#include "runtime/fiber.h"
#include "runtime/progress.h"
#include "runtime/stuck.h"
#include "runtime/warp_op.h"

// Rounds of full logs before a warp that only computes lets the others run.
#define MOST_ROUNDS 64
// Turns (see emu_atomic_done) after which lanes that are ahead go on too: those behind may wait for them.
#define FAIR_TURNS 256
// Turns in a row after which a warp lets the others run, as if its logs had been full so often.
#define MAX_TURNS (MOST_ROUNDS * LOG_CAPACITY / 8)
// A warp that polls with votes or shuffles never fills a log. After MANY_OPERATIONS warp operations the block
// starts to watch it; after POLLING_OPERATIONS more that only poll, it yields to the other warps; after
// POLLING_TURNS such yields it counts as waiting.
#define MANY_OPERATIONS    4096
#define POLLING_OPERATIONS 1024
#define POLLING_TURNS      40
// Records of a lane's log where its block has given way already and is looked at again: it mostly polls on, in vain.
#define RECORDS_AGAIN 256

static void add_spins(const struct warp *w, struct thread *lanes, uint32_t more) {
  for (uint32_t l = 0; l < w->lanes; l++) lanes[l].spins = more ? lanes[l].spins + more : 0;
}

// Is some runnable lane's log fully replayed? Lanes with records left are ahead of it and must wait. A lane
// that polls one word (a lock, a flag) does not count: it may wait for them.
static bool somebody_behind(const struct warp *w, const struct thread *lanes) {
  for (uint32_t l = 0; l < w->lanes; l++)
    if (warp_lane_can_run(&lanes[l]) && !lanes[l].log_length && !lanes[l].vain_atomics && !lanes[l].spins)
      return true;
  return false;
}

bool warps_only_poll(const struct thread *from, const struct thread *end) {
  bool any = false;
  for (const struct thread *t = from; t < end; t++) {
    if (!warp_lane_can_run(t)) continue;
    if (t->spins < WAITING_LOGS) return false;
    any = true;
  }
  return any;
}

// One warp's run, in rounds. In a round each lane that may run goes on until it stops; then the round ends in one of
// three states:
//
//      run_lanes -+-> TURN: a lane has done an atomic  --> match the logs, repeat the round (MAX_TURNS at most)
//          ^      +-> FULL: a lane's log is full       --> match the logs, next round (MOST_ROUNDS at most, then leave)
//          |      +-> WAIT: every lane waits or is done -> complete the warp's operations; if there are none, leave
//          +----------------------------------------------- otherwise the next round (a polling warp leaves at times)
//
// To leave is to let the block's other warps run.
struct run {
  struct warp *w;
  struct thread *lanes;
  int round;
  uint32_t turns;            // TURN in a row
  uint32_t operations;       // WAIT, so far
  uint32_t polls;            // of those the last ones, in which the lanes only polled
  struct polled polled;      // what they read
  bool full, turn, progress; // full, turn: what this round met
};

// What a polling warp waits for may be done by another warp of its block, or by another block.
static bool others_may_run(void) {
  return L.may_wait || L.n_warps > 1;
}

// A log of which much has still to be matched keeps its room.
static uint32_t log_room(const struct thread *t) {
  bool again = others_may_run() && t->spins >= WAITING_LOGS && t->log_length < RECORDS_AGAIN / 2;
  return again ? RECORDS_AGAIN : LOG_CAPACITY;
}

// `before`: the last place of what has been counted already.
static void note_tail(struct thread *t, uint32_t before) {
  for (uint32_t i = 0; i < THREAD_TAIL; i++)
    t->tail[i] = i < t->log_length    ? t->pcs[t->log_start + t->log_length - 1 - i]
                 : i == t->log_length ? before
                                      : 0;
}

static void run_lane(struct run *r, uint32_t l) {
  struct thread *t = &r->lanes[l];
  M.warp = r->w;
  M.lane = l;
  M.lane_bit = 1u << l;
  M.tid = r->w->index * WARP + l;
  M.reader = r->w->tick | r->w->index << 16;
  M.touched = t->touched;
  if (t->log_start) log_make_room(t);
  M.log_begin = l * LOG_PART;
  M.log_n = M.log_begin + t->log_length;
  M.log_end = M.log_begin + log_room(t);
  M.log_limit = M.pending ? 0 : M.log_end - 1;
  M.local_end = (uint64_t)t->stack_high;
  M.depth = t->depth;
  M.log_depth = log_pack_depth(t->depth);
  S.steps -= t->log_length;
  event_lane_runs();
  fiber_run(t);
  t->depth = M.depth;
  t->touched = M.touched;
  t->log_length = M.log_n - M.log_begin;
  M.log_end = M.log_limit = 0;
  uint32_t before = t->last_pc;
  if (t->log_length) t->last_pc = t->pcs[t->log_length - 1];
  if (t->state == LOG_FULL) {
    r->full = true;
    if (!FAST) t->spins = log_only_polls(t) ? t->spins + 1 : 0; // else emu_poll() has seen to it
    if (t->spins == 1) t->polled = stuck_last_access(t);
  }
  S.steps += t->log_length;
  if (t->state == READY) { // it has done an atomic
    r->turn = true;
    if (!t->vain_atomics) t->spins = 0, S.moves++;
  }
  if (t->state == DONE) {
    barrier_end_phase(t), S.moves++;
    note_tail(t, before);
  }
  r->w->done += t->state == DONE;
  r->w->at_barrier += t->state == AT_BARRIER;
  r->w->at_grid += t->state == AT_GRID;
}

// A large block's stacks are too many for the processor's page table cache: the next lane's is looked up ahead, by a
// load, since a prefetch does not wait for the lookup. So are its next lines, where the kernel's frame lies.
static inline void look_up_ahead(const struct run *r, uint32_t l) {
#ifdef __x86_64__
  if (l >= r->w->lanes) return;
  const char *top = r->lanes[l].context.top;
  (void)*(const volatile char *)top;
  for (int line = 1; line < 5; line++) __builtin_prefetch(top + 64 * line, 1);
#else
  (void)r, (void)l;
#endif
}

static void run_lanes(struct run *r) {
  uint32_t permutation = S.deals_turns ? r->w->lane_permutation : 0;
  bool unfair = r->turns % FAIR_TURNS, hold = unfair && somebody_behind(r->w, r->lanes);
  r->full = r->turn = false;
  for (uint32_t k = 0; k < WARP && !L.aborted; k++) {
    uint32_t l = k ^ permutation;
    struct thread *t = &r->lanes[l];
    if (l >= r->w->lanes || !warp_lane_can_run(t)) continue;
    r->progress = true;
    bool rests = r->turns ? unfair : r->round && r->turn;
    if (hold && t->log_length) // the atomic it has done comes after what others have still to do
      r->turn = true;
    else if (t->log_length == LOG_CAPACITY || (t->spins && rests)) // lanes behind it do what it waits for
      r->full = true;
    else {
      look_up_ahead(r, (k + 1) ^ permutation);
      run_lane(r, l);
    }
  }
}

static bool must_leave(const struct run *r) {
  return r->round == MOST_ROUNDS || r->turns == MAX_TURNS || L.aborted || L.held ||
         (others_may_run() && warps_only_poll(r->lanes, r->lanes + r->w->lanes));
}

static void watch_polling(struct run *r) {
  if (++r->operations <= MANY_OPERATIONS) return;
  r->polls = log_polls_again(r->lanes, r->w->lanes, &r->polled) ? r->polls + 1 : 0;
  if (!r->polls && !r->polled.n) add_spins(r->w, r->lanes, 0); // they have stored something
}

bool warp_run(struct warp *w) {
  struct run r = {.w = w, .lanes = &L.thread[w->index * WARP]};
  for (;; r.round++) {
    progress_look();
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
    w->reads_nothing = r.polled.n == 0;
    add_spins(w, r.lanes, POLLING_LOGS / POLLING_TURNS);
    return true;
  }
}

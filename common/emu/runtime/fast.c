// Ordinary launches in libemu_fast.a: a block's threads hand over to each other directly.
//
// The order is that of block.c: warp by warp, lane by lane, up to a barrier, a warp operation or the end. A thread
// that waits for nobody runs on the fiber of the thread before it, so a kernel without barriers needs a single
// fiber; only where a thread waits does the next one begin on a fiber of its own.
#include "runtime/endless.h"
#include "runtime/fast.h"
#include "runtime/barrier.h"
#include "runtime/block.h"
#include "runtime/children.h"
#include "runtime/cores.h"
#include "runtime/error.h"
#include "runtime/fiber.h"
#include "runtime/warp_op.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef EMU_FAST

// Atomics and fences of one thread in a row after which it counts as waiting for another.
#define PATIENCE 4096
// Those that change nothing, after which another worker may have the core.
#define IMPATIENCE 1024
// Seconds of processor time that one thread may take before a line on stderr says so.
#define LONG_SECONDS 3

struct fiber {
  struct context context; // while it is idle
  char *low, *high;       // its stack
};
static struct fiber fibers[MAX_BLOCK];
static struct fiber *idle[MAX_BLOCK], *fiber_of[MAX_BLOCK]; // NULL: a thread that has not begun
static uint32_t n_idle;

static struct {
  uint32_t order[MAX_WARPS]; // of the block's warps
  uint32_t place, lane;      // of the running thread: M.warp is order[place]
  uint32_t operating;        // bit w: lanes of warp w may wait in a warp operation
  uint32_t done, waiting;    // threads
  bool progress;
  int count, all;           // votes of the waiting threads
  int last_count, last_all; // of those that the last barrier let go
} now;

static uint32_t polls;                 // of the running thread, since its turn began
static uint32_t vain_polls;            // of them, since the last atomic that changed something
static volatile sig_atomic_t advances; // threads that came somewhere: for the handler below

// ---- whose turn is it ----

static void begin_round(void) {
  now.place = 0;
  now.lane = 0;
  now.progress = false;
}

// All living threads wait: let them go, without touching each.
static void release(void) {
  if (now.done) {
    barrier_release(now.done); // which reports it
  } else {
    now.last_count = now.count;
    now.last_all = now.all;
    M.epoch++;
  }
  now.waiting = 0;
  now.count = 0;
  now.all = 1;
}

static inline bool runnable(const struct thread *t) {
  return t->state == READY || t->state == LOG_FULL || (t->state == AT_BARRIER && t->epoch != M.epoch);
}

static bool lanes_operate(const struct warp *w) {
  for (uint32_t l = 0; l < w->lanes; l++)
    if (L.thread[w->index * WARP + l].state == AT_WARP_OP) return true;
  return false;
}

// The lanes of the warp have had their turn: true if some of them can go on.
static bool again(struct warp *w) {
  uint32_t bit = 1u << w->index;
  if (!(now.operating & bit)) return false;
  M.self = NULL;
  if (warp_op_resolve(w)) return true;
  if (!lanes_operate(w)) now.operating &= ~bit;
  return false;
}

// The thread that runs next, the first at or behind `place` and `lane`. NULL: the block is done, or given up.
static struct thread *find_next(void) {
  for (;;) {
    while (now.place < L.n_warps) {
      struct warp *w = &L.warps[now.order[now.place]];
      struct thread *lanes = &L.thread[w->index * WARP];
      for (; now.lane < w->lanes; now.lane++)
        if (runnable(&lanes[now.lane])) return &lanes[now.lane];
      now.lane = 0;
      if (again(w))
        now.progress = true;
      else
        now.place++;
    }
    M.self = NULL;
    if (now.done == L.n_threads || L.aborted) return NULL;
    if (now.done + now.waiting == L.n_threads) {
      release();
    } else if (!now.progress) {
      bool forced = false;
      for (uint32_t w = 0; w < L.n_warps && !forced; w++) forced = warp_op_stuck(&L.warps[w]);
    }
    begin_round();
  }
}

static void take_turn(struct thread *t) {
  M.self = t;
  M.tid = (uint32_t)(t - L.thread);
  M.warp = &L.warps[M.tid / WARP];
  M.lane = M.tid % WARP;
  now.progress = true;
  polls = vain_polls = 0;
}

static void give_fiber(struct thread *t, struct fiber *f) {
  fiber_of[t - L.thread] = f;
  t->stack_low = f->low;
  t->stack_high = f->high;
}

// Where the thread goes on, or where it begins: an idle fiber waits at the top of its loop.
static struct context *context_of(struct thread *t) {
  if (fiber_of[t - L.thread]) return &t->context;
  give_fiber(t, idle[--n_idle]);
  return &fiber_of[t - L.thread]->context;
}

// A fiber's loop goes on with the next thread when this returns from DONE; where that one has a fiber of its own, this
// one is idle until it is given to a thread.
static void after_done(struct thread *t) {
  struct fiber *f = fiber_of[t - L.thread];
  now.done++;
  now.lane++;
  struct thread *next = find_next();
  if (next) {
    take_turn(next);
    if (!fiber_of[next - L.thread]) {
      give_fiber(next, f);
      return;
    }
  }
  idle[n_idle++] = f;
  fiber_switch(&f->context, next ? &next->context : &S.scheduler);
}

static void yield(enum state state) {
  struct thread *t = M.self;
  t->state = state;
  advances += state != LOG_FULL;
  if (state == DONE) {
    after_done(t);
    return;
  }
  if (state == AT_BARRIER) {
    t->epoch = M.epoch;
    now.waiting++;
    now.count += t->barrier_value;
    now.all &= t->barrier_value;
  } else if (state == AT_WARP_OP) {
    now.operating |= 1u << M.warp->index;
  }
  now.lane++;
  struct thread *next = find_next();
  if (!next) { // given up while this thread waits
    fiber_abort();
  } else if (next != t) {
    take_turn(next);
    fiber_switch(&t->context, context_of(next));
  } else {
    take_turn(t);
  }
  if (t->state == AT_BARRIER && t->barrier_op) // let go by release(), not by barrier_release()
    t->barrier_value = barrier_vote(t->barrier_op, now.last_count, now.last_all);
  t->state = READY;
}

void fast_changed(void) {
  vain_polls = 0;
  S.moves++;
}

void emu_poll(void) {
  if (++vain_polls % IMPATIENCE == 0) cores_give_way();
  if (!M.self || ++polls < PATIENCE) return;
  M.self->spins = vain_polls >= PATIENCE ? M.self->spins + 1 : 0; // for blocks that run at once (warp_run.c)
  fiber_yield(LOG_FULL);
  polls = 0;
}

// ---- a thread that does not come to an end ----

static void on_tick(void) {
  static sig_atomic_t seen, ticks;
  ticks = M.self && advances == seen ? ticks + 1 : 0;
  seen = advances;
  if (ticks != LONG_SECONDS) return;
  char text[400];
  int n = snprintf(
      text, sizeof text,
      "emu: kernel %s: thread (%u,%u,%u) of block (%u,%u,%u) has run for %d s without a barrier, a warp "
      "operation or its end.\n"
      "  Does it wait for another thread? Built with --fast, it waits for ever: other threads run only "
      "when it comes to a barrier, a warp operation, an atomic or a fence.\n",
      L.kernel, M.self->x, M.self->y, M.self->z, L.block_index[0], L.block_index[1], L.block_index[2],
      LONG_SECONDS);
  if (write(STDERR_FILENO, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1) < 0) return;
}

// ---- blocks ----

static void prepare(struct block_state *state) {
  uint32_t before = state->prepared;
  fibers_prepare(state, L.n_threads);
  for (uint32_t i = before; i < state->prepared; i++)
    fibers[i] =
        (struct fiber){state->thread[i].context, state->thread[i].stack_low, state->thread[i].stack_high};
  n_idle = 0;
  for (uint32_t i = state->prepared; i-- > 0;) idle[n_idle++] = &fibers[i]; // the first one on top
  block_place_threads();
  for (uint32_t w = 0; w < L.n_warps; w++) {
    L.warps[w].index = w;
    L.warps[w].lanes = L.n_threads - w * WARP < WARP ? L.n_threads - w * WARP : WARP;
  }
}

static void run_block(uint64_t linear) {
  block_enter(linear);
  block_order_warps(now.order);
  for (uint32_t i = 0; i < L.n_threads; i++) {
    L.thread[i].state = READY;
    fiber_of[i] = NULL;
  }
  now.operating = now.done = now.waiting = 0;
  now.count = 0;
  now.all = 1;
  begin_round();
  struct thread *first = find_next();
  take_turn(first);
  fiber_switch(&S.scheduler, context_of(first));
  M.self = NULL;
}

static void run_grid(struct grid *grid) {
  double began = cores_now();
  bool alone = false;
  while (grid->done < grid->blocks && !L.aborted) {
    run_block(grid->nth(grid->done++));
    if (alone || family_has_children() || !cores_worth(grid, began)) continue;
    if (cores_run(grid)) return;
    alone = true;
  }
}

void fast_run(struct block_state *state, uint64_t blocks, uint64_t (*nth)(uint64_t i)) {
  endless_watch(on_tick);
  prepare(state);
  S.yields = yield;
  run_grid(&(struct grid){0, blocks, nth, run_block, error_of_kernel});
  S.yields = NULL;
}

#endif

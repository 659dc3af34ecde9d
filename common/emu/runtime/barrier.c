// The barriers of a block: which threads wait at which, and what they return.
#include "runtime/barrier.h"
#include "check/epoch.h"
#include "check/hazard.h"
#include "memory/cluster_blocks.h"
#include "memory/symbolise.h"
#include "runtime/fiber.h"
#include <string.h>

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

// All threads of the cluster; where the launch has none, the block is one.
void emu_cluster_sync(void *return_address) {
  if (!C.blocks) {
    barrier(BARRIER_PLAIN, 0, return_address);
    return;
  }
  need_kernel_at("a cluster barrier", return_address);
  M.self->barrier_pc = (uint32_t)(uintptr_t)return_address;
  fiber_yield(AT_GRID);
}

void barrier_end_phase(struct thread *t) {
  M.counters->v[EMU_thread_phases]++;
  M.counters->v[EMU_idle_phases] += !t->touched;
  t->of_use |= t->touched;
}

// Threads that came to different barriers: by line, because one source line may be several calls.
static __attribute__((noinline)) void check_same_line(const struct thread *first, const struct thread *t) {
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

int barrier_vote(int op, int count, int all) {
  return op == BARRIER_COUNT ? count : op == BARRIER_AND ? all : op == BARRIER_OR ? count > 0 : 0;
}

// ---- barriers that some threads of the block never come to ----

static bool any_alone; // in a block of this launch

// Whether a thread that is done came past the barrier, as around a branch: its last steps were then those of the thread that
// waited, and they stand behind the barrier. One that returned before it shares the function's end at most, which is a basic
// block; one that has waited there itself may have left a loop.
static bool ends_as(const struct thread *gone, const struct thread *waited, uint32_t barrier_pc) {
  char file[2][160];
  int32_t line[2];
  if (!gone->tail[1] && gone->tail[0] & LOG_BLOCK) return false;
  symbolise(barrier_pc, file[0], sizeof file[0], &line[0], NULL, 0);
  for (int i = 0; i < THREAD_TAIL && gone->tail[i] && gone->tail[i] == waited->tail[i]; i++) {
    if (i == 0 && gone->tail[i] & LOG_BLOCK) continue;
    symbolise(gone->tail[i] & ~LOG_BLOCK, file[1], sizeof file[1], &line[1], NULL, 0);
    if (line[1] > line[0] && strcmp(file[0], file[1]) == 0) return true;
  }
  return false;
}

static bool same_tail(const struct thread *a, const struct thread *b) {
  return memcmp(a->tail, b->tail, sizeof a->tail) == 0;
}

static bool came_past(const struct thread *gone, uint32_t barrier_pc) {
  const struct thread *last = NULL; // the same for all that end alike
  if (!gone->left || gone->barrier_pc == barrier_pc) return false;
  for (const struct thread *w = L.thread; w < L.thread + L.n_threads; w++) {
    if (w->left || (last && same_tail(w, last))) continue;
    if (ends_as(gone, w, barrier_pc)) return true;
    last = w;
  }
  return false;
}

static void tell_alone(const struct thread *t) {
  const struct thread *past = NULL, *returned = NULL;
  for (const struct thread *o = L.thread; o < L.thread + L.n_threads && !past; o++) {
    if (!o->left) continue;
    if ((!returned || !same_tail(o, returned)) && came_past(o, t->alone_pc)) past = o;
    returned = returned && same_tail(o, returned) ? returned : o;
  }
  const struct thread *o = past ? past : returned;
  struct access_site at = {t->alone_pc, L.block_linear, (uint32_t)(t - L.thread)};
  static const char what[] =
      "%u of the block's %u threads never reach this barrier: thread (%u,%u,%u), for one, has %s";
  M.self = (struct thread *)t; // in a kernel, for the report
  if (past)
    hazard(EMU_HAZARD_BARRIER, at, NULL,
           "let every thread of the block reach the barrier: no condition around it that some threads do not "
           "meet; "
           "the programming guide calls that undefined",
           what, t->alone_of, L.n_threads, o->x, o->y, o->z, "gone on past it");
  else
    hazard_note(EMU_NOTE_RETURNED, at, NULL,
                "right on GPUs since Volta, whose barriers wait for threads that have not returned; on "
                "earlier ones let "
                "every thread of the block reach the barrier",
                what, t->alone_of, L.n_threads, o->x, o->y, o->z, "returned");
  M.self = NULL;
}

void barrier_block_ends(void) {
  if (!any_alone) return;
  for (const struct thread *t = L.thread; t < L.thread + L.n_threads; t++)
    if (t->alone_pc) tell_alone(t);
}

void barrier_release(uint32_t done) {
  struct thread *first = NULL;
  int count = 0, all = 1;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_BARRIER) continue;
    if (!first) first = t;
    if (!FAST && t->barrier_pc != first->barrier_pc) // optimised code has copies of a barrier
      check_same_line(first, t);
    count += t->barrier_value;
    all &= t->barrier_value;
  }
  if (done && !FAST &&
      !first->alone_pc) { // whether they have returned or come past it shows when all are done
    first->alone_pc = first->barrier_pc;
    first->alone_of = done;
    any_alone = true;
    for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) t->left |= t->state == DONE;
  }
  M.counters->v[EMU_barriers]++;
  uint64_t ended = 0, touched = 0;
  for (struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_BARRIER) continue;
    t->barrier_value = barrier_vote(t->barrier_op, count, all);
    ended++;
    touched += t->touched;
    t->of_use |= t->touched;
    t->touched = false;
    t->state = READY;
  }
  for (struct warp *w = L.warps; w < L.warps + L.n_warps; w++) w->at_barrier = 0;
  M.counters->v[EMU_thread_phases] += ended;
  M.counters->v[EMU_idle_phases] += ended - touched;
  new_epoch();
}

// Some threads wait for the grid, others for the block: neither can ever be complete.
void barrier_mixed(void) {
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
         "some threads of the block wait for the whole %s, others for their block",
         C.blocks ? "cluster" : "grid");
  M.self = NULL;
  L.error = cudaErrorLaunchFailure;
  L.aborted = true;
}

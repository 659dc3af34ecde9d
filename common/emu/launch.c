// Launches: blocks one after another in a seeded order, the threads of a block as fibers, warp by warp.
//
// A warp runs until each of its lanes waits at a barrier, waits in a warp operation or is done; what its
// lanes logged is then counted. A block goes on when all its living threads wait at the barrier.
#include "machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct machine M;

typedef struct {
  unsigned x, y, z;
} uint3;

enum {
  PATIENCE = 64, // rounds of full logs before a warp that only computes lets the others run
  POLLING_LOGS =
      10000, // full logs of nothing but polling after which a thread counts as waiting: 20 million steps
  STUCK_LOGS = 12 * 1000 * 1000 // full logs in one launch after which it counts as endless
};

static struct emu_counters launch_counters;
static char *dynamic_arena;

static uint64_t mix(uint64_t x) { // splitmix64's finaliser (Steele, Lea, Flood 2014)
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

// Before main: handlers registered first run last, behind those of the program.
__attribute__((constructor)) static void at_start(void) {
  report_install();
}

void machine_init(void) {
  static bool done;
  if (done) return;
  done = true;
  const char *seed = getenv("EMU_SEED");
  if (!M.seed) M.seed = seed ? strtoull(seed, NULL, 0) : 1;
  dynamic_arena = aligned_alloc(4096, DYNAMIC_ARENA + 4096);
  struct rec *logs = malloc(WARP * LOG_CAPACITY * sizeof *logs);
  if (!dynamic_arena || !logs) abort();
  M.dynamic_base = (uint64_t)dynamic_arena;
  for (int t = 0; t < MAX_BLOCK; t++) M.thread[t].log = logs + t % WARP * LOG_CAPACITY;
  M.counters = &launch_counters;
  image_load();
}

void emu_set_seed(uint64_t seed) {
  M.seed = seed ? seed : 1;
}

// ---- built-in variables
// ------------------------------------------------------------------------------------

static void need_kernel(const char *what) {
  if (M.self) return;
  fprintf(stderr, "emu: %s used by host code; it exists in kernels only\n", what);
  exit(86);
}

uint3 emu_thread_index(void) {
  need_kernel("threadIdx");
  return (uint3){M.self->x, M.self->y, M.self->z};
}
uint3 emu_block_index(void) {
  need_kernel("blockIdx");
  return (uint3){M.block_index[0], M.block_index[1], M.block_index[2]};
}
uint3 emu_block_dim(void) {
  need_kernel("blockDim");
  return (uint3){M.block[0], M.block[1], M.block[2]};
}
uint3 emu_grid_dim(void) {
  need_kernel("gridDim");
  return (uint3){M.grid[0], M.grid[1], M.grid[2]};
}
void *emu_dynamic_shared(void) {
  need_kernel("dynamic shared memory");
  return dynamic_arena;
}

// ---- barriers
// ----------------------------------------------------------------------------------------------

enum { BARRIER_PLAIN, BARRIER_COUNT, BARRIER_AND, BARRIER_OR };

static int barrier(int op, int predicate, void *return_address) {
  need_kernel("__syncthreads");
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

void __threadfence_block(void) {}
void __threadfence(void) {
  if (M.self) order_fence();
}
void __threadfence_system(void) {
  __threadfence();
}
unsigned __activemask(void) {
  need_kernel("__activemask");
  uint32_t mask = 0;
  for (uint32_t l = 0; l < M.warp->lanes; l++)
    if (M.thread[M.warp->index * WARP + l].state != DONE) mask |= 1u << l;
  return mask;
}
long long clock64(void) {
  return (long long)M.steps;
}
int clock(void) {
  return (int)M.steps;
}
void __trap(void) {
  M.error = 719; // cudaErrorLaunchFailure
  if (M.self) fiber_abort();
  abort();
}

static void end_phase(const struct thread *t) {
  M.counters->v[EMU_thread_phases]++;
  M.counters->v[EMU_idle_phases] += !t->touched;
}

// Threads that came to different barriers: by line, because one source line may be several calls.
static void check_same_barrier(const struct thread *first, const struct thread *t) {
  if (t->barrier_pc == first->barrier_pc) return;
  char file[2][160];
  int32_t line[2];
  symbolise(first->barrier_pc, file[0], sizeof file[0], &line[0], NULL, 0);
  symbolise(t->barrier_pc, file[1], sizeof file[1], &line[1], NULL, 0);
  if (line[0] == line[1] && strcmp(file[0], file[1]) == 0) return;
  struct party other = {first->barrier_pc, M.block_linear, (uint32_t)(first - M.thread)};
  M.self = M.thread; // in a kernel, for the report
  hazard(EMU_HAZARD_BARRIER, (struct party){t->barrier_pc, M.block_linear, (uint32_t)(t - M.thread)}, &other,
         NULL, "threads of one block wait at different barriers");
  M.self = NULL;
}

static void release_barrier(uint32_t done) {
  struct thread *first = NULL, *gone = NULL;
  int count = 0, all = 1;
  for (struct thread *t = M.thread; t < M.thread + M.n_threads; t++) {
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
    uint32_t tid = (uint32_t)(gone - M.thread);
    hazard(EMU_HAZARD_BARRIER,
           (struct party){first->barrier_pc, M.block_linear, (uint32_t)(first - M.thread)}, NULL, NULL,
           "%u of the block's %u threads never reach this barrier: thread (%u,%u,%u), for one, has returned",
           done, M.n_threads, tid % M.block[0], tid / M.block[0] % M.block[1], tid / M.block[0] / M.block[1]);
    M.self = NULL;
  }
  M.counters->v[EMU_barriers]++;
  for (struct thread *t = M.thread; t < M.thread + M.n_threads; t++) {
    if (t->state != AT_BARRIER) continue;
    int op = t->barrier_op;
    t->barrier_value = op == BARRIER_COUNT ? count
                       : op == BARRIER_AND ? all
                       : op == BARRIER_OR  ? count > 0
                                           : 0;
    end_phase(t);
    t->touched = false;
    t->state = READY;
  }
  M.era++;
  for (uint32_t w = 0; w < M.n_warps; w++) {
    M.warps[w].tick = 1;
    M.warps[w].full_tick = 0;
    if (M.warps[w].pair_used) memset(M.warps[w].pair, 0, sizeof M.warps[w].pair);
    M.warps[w].pair_used = false;
  }
}

// ---- one block
// ---------------------------------------------------------------------------------------------

static bool run_warp(struct warp *w) {
  struct thread *lanes = &M.thread[w->index * WARP];
  bool progress = false;
  for (int round = 0;; round++) {
    bool full = false;
    for (uint32_t l = 0; l < w->lanes && !M.aborted; l++) {
      struct thread *t = &lanes[l];
      if (t->state != READY && t->state != LOG_FULL) continue;
      progress = true;
      M.warp = w;
      M.lane = l;
      M.tid = w->index * WARP + l;
      M.log_at = t->log + t->log_length;
      M.log_end = t->log + LOG_CAPACITY;
      fiber_run(t);
      t->log_length = (uint32_t)(M.log_at - t->log);
      if (t->log_length) t->last_pc = M.log_at[-1].pc;
      if (t->state == LOG_FULL) {
        full = true;
        t->spins = log_only_polls(t) ? t->spins + 1 : 0;
      }
      M.steps += t->log_length;
      if (t->state == DONE) end_phase(t);
    }
    bool leave = !full || round == PATIENCE || M.aborted;
    warp_log_flush(w, leave);
    if (M.aborted) return true;
    if (full && !leave) continue;
    if (full) return true;
    if (!warp_op_resolve(w)) return progress;
    progress = true;
  }
}

// Ends a launch that will not end by itself: every thread that still runs has been polling the same few words
// for a long time, or the launch has taken more steps than any exercise needs.
static void check_endless(void) {
  struct thread *stuck = NULL;
  bool all_poll = true;
  for (struct thread *t = M.thread; t < M.thread + M.n_threads; t++) {
    if (t->state != LOG_FULL) continue;
    if (!stuck) stuck = t;
    all_poll &= t->spins >= POLLING_LOGS;
  }
  bool too_long = M.steps > (uint64_t)STUCK_LOGS * LOG_CAPACITY;
  if (!stuck || !(all_poll || too_long)) return;
  M.self = stuck;
  struct party at = {stuck->last_pc, M.block_linear, (uint32_t)(stuck - M.thread)};
  if (all_poll)
    hazard(EMU_HAZARD_DEADLOCK, at, NULL, NULL,
           "the thread waits for a value to change, but every other thread of its block waits too or is "
           "done; blocks "
           "that have not started yet cannot help");
  else
    hazard(EMU_HAZARD_DEADLOCK, at, NULL, NULL, "still running after %d thousand million steps of the launch",
           (int)((uint64_t)STUCK_LOGS * LOG_CAPACITY / 1000000000));
  M.self = NULL;
  M.error = 702; // cudaErrorLaunchTimeout
  M.aborted = true;
}

static void run_block(void) {
  uint32_t order[MAX_WARPS];
  for (uint32_t w = 0; w < M.n_warps; w++) order[w] = w;
  for (uint32_t w = M.n_warps; w > 1; w--) {
    uint32_t k = (uint32_t)(mix(M.seed * 31 + M.block_linear * 1024 + w) % w), swap = order[w - 1];
    order[w - 1] = order[k];
    order[k] = swap;
  }
  while (!M.aborted) {
    bool progress = false;
    for (uint32_t w = 0; w < M.n_warps && !M.aborted; w++) progress |= run_warp(&M.warps[order[w]]);
    if (M.aborted) return;
    uint32_t done = 0, waiting = 0;
    for (struct thread *t = M.thread; t < M.thread + M.n_threads; t++) {
      done += t->state == DONE;
      waiting += t->state == AT_BARRIER;
    }
    if (done == M.n_threads) return;
    if (done + waiting == M.n_threads) {
      release_barrier(done);
      continue;
    }
    check_endless();
    if (progress) continue;
    bool forced = false;
    for (uint32_t w = 0; w < M.n_warps && !forced; w++) forced = warp_op_stuck(&M.warps[w]);
  }
}

static void begin_block(uint64_t linear) {
  M.block_linear = linear;
  M.block_index[0] = (uint32_t)(linear % M.grid[0]);
  M.block_index[1] = (uint32_t)(linear / M.grid[0] % M.grid[1]);
  M.block_index[2] = (uint32_t)(linear / M.grid[0] / M.grid[1]);
  M.block_era = ++M.era;
  race_block_begin();
  order_block_begin();
  for (uint32_t i = 0; i < M.n_threads; i++) {
    struct thread *t = &M.thread[i];
    t->state = READY;
    t->touched = false;
    t->spins = 0;
    t->log_length = 0;
    t->x = i % M.block[0];
    t->y = i / M.block[0] % M.block[1];
    t->z = i / M.block[0] / M.block[1];
  }
  for (uint32_t w = 0; w < M.n_warps; w++) {
    M.warps[w].index = w;
    M.warps[w].lanes = M.n_threads - w * WARP < WARP ? M.n_threads - w * WARP : WARP;
    M.warps[w].tick = 1;
    M.warps[w].full_tick = 0;
    if (M.warps[w].pair_used) memset(M.warps[w].pair, 0, sizeof M.warps[w].pair);
    M.warps[w].pair_used = false;
  }
}

// ---- one launch
// --------------------------------------------------------------------------------------------

static void invalid(int error, uint32_t pc, const char *what, unsigned long long got,
                    unsigned long long most) {
  error_set(error);
  hazard(EMU_HAZARD_INVALID_LAUNCH, (struct party){pc, ~0ull, ~0u}, NULL, NULL,
         "the launch asks for %llu %s; %s %llu", got, what,
         got ? "the device allows at most" : "there must be at least one and at most", most);
}

static bool valid(const unsigned grid[3], const unsigned block[3], size_t dynamic_shared, uint32_t pc) {
  static const unsigned grid_most[3] = {2147483647u, 65535, 65535}, block_most[3] = {1024, 1024, 64};
  static const char *const grid_name[3] = {"blocks in x", "blocks in y", "blocks in z"};
  static const char *const block_name[3] = {"threads a block in x", "threads a block in y",
                                            "threads a block in z"};
  for (int d = 0; d < 3; d++) {
    if (grid[d] == 0 || grid[d] > grid_most[d])
      return invalid(9, pc, grid_name[d], grid[d], grid_most[d]), false;
    if (block[d] == 0 || block[d] > block_most[d])
      return invalid(9, pc, block_name[d], block[d], block_most[d]), false;
  }
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (threads > MAX_BLOCK) return invalid(9, pc, "threads a block", threads, MAX_BLOCK), false;
  uint64_t shared = dynamic_shared + image_static_shared(M.kernel);
  if (shared > SHARED_LIMIT)
    return invalid(1, pc, "bytes of shared memory (static and dynamic)", shared, SHARED_LIMIT), false;
  return true;
}

static void record_launch(void) {
  struct emu_report *r = &emu_the_report;
  for (int c = 0; c < EMU_COUNTER_COUNT; c++) r->total.v[c] += launch_counters.v[c];
  struct emu_launch *l = r->n_launches ? &r->launch[r->n_launches - 1] : NULL;
  if (!l || strncmp(l->kernel, M.kernel, sizeof l->kernel - 1) != 0 ||
      memcmp(l->grid, M.grid, sizeof M.grid) != 0 || memcmp(l->block, M.block, sizeof M.block) != 0) {
    if (r->n_launches == EMU_MAX_LAUNCHES) {
      r->launches_dropped++;
      return;
    }
    l = &r->launch[r->n_launches++];
    memset(l, 0, sizeof *l);
    snprintf(l->kernel, sizeof l->kernel, "%s", M.kernel);
    memcpy(l->grid, M.grid, sizeof M.grid);
    memcpy(l->block, M.block, sizeof M.block);
  }
  l->repeats++;
  for (int c = 0; c < EMU_COUNTER_COUNT; c++) l->counters.v[c] += launch_counters.v[c];
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  return b ? gcd(b, a % b) : a;
}

void emu_launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                void *stream, void (*body)(void *), void *closure, void *return_address) {
  (void)stream; // everything runs in the order in which it was asked for
  machine_init();
  if (M.self) {
    fprintf(stderr,
            "emu: kernel %s is launched from a kernel: dynamic parallelism is not part of the emulator\n",
            kernel);
    exit(86);
  }
  if (M.error) return; // a device error stays, as on a device: every later call returns it
  M.kernel = kernel;
  if (!valid(grid, block, dynamic_shared, (uint32_t)(uintptr_t)return_address)) return;
  memcpy(M.grid, grid, sizeof M.grid);
  memcpy(M.block, block, sizeof M.block);
  M.n_threads = block[0] * block[1] * block[2];
  M.n_warps = (M.n_threads + WARP - 1) / WARP;
  M.dynamic_size = dynamic_shared;
  M.body = body;
  M.closure = closure;
  M.aborted = false;
  M.steps = 0;
  memset(&launch_counters, 0, sizeof launch_counters);
  uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
  launch_counters.v[EMU_launches] = 1;
  launch_counters.v[EMU_blocks] = blocks;
  launch_counters.v[EMU_threads] = blocks * M.n_threads;
  M.launch_era = M.era + 1;
  if (++M.launch_stamp == 0) M.launch_stamp = 1;
  order_launch_begin();
  fibers_prepare(M.n_threads);
  heap_open(true);
  // A permutation of the blocks that needs no memory: i -> (step i + first) mod blocks, step coprime to
  // blocks.
  uint64_t first = mix(M.seed) % blocks, step = mix(M.seed + 1) % blocks | 1;
  while (gcd(step, blocks) != 1) step++;
  for (uint64_t i = 0; i < blocks && !M.aborted; i++) {
    begin_block((uint64_t)(((unsigned __int128)step * i + first) % blocks));
    run_block();
  }
  M.pending = PENDING_NONE;
  heap_open(false);
  record_launch();
}

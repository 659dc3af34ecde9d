// Launches: the check of the configuration, and the blocks one after another in an order that the seed
// permutes.
#include "runtime/launch.h"
#include "check/events.h"
#include "check/hazard.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/result.h"
#include "runtime/error.h"
#include "runtime/fast.h"
#include "runtime/fiber.h"
#include "runtime/resident.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct schedule S;

// Dynamic shared memory, with room around it for what lies outside. A declaration of it outside functions is another name
// of emu_dynamic_arena.
char emu_dynamic_room[DYNAMIC_LEAD + DYNAMIC_ARENA + 4096] __attribute__((aligned(4096)));
#define TEXT_OF(x) #x
#define AS_TEXT(x) TEXT_OF(x)
__asm__(".globl emu_dynamic_arena\n.set emu_dynamic_arena, emu_dynamic_room + " AS_TEXT(DYNAMIC_LEAD));
extern char emu_dynamic_arena[];

static struct emu_counters launch_counters;
static uint32_t launch_pc;
static bool refused; // by its launch bounds: it does not count as run

// What the headers of a program with or without --fast ask for, so that the two are not mixed (emu_touch.h).
#ifdef EMU_FAST
const char emu_objects_made_with_fast = 1;
#else
const char emu_objects_made_without_fast = 1;
#endif

enum { MAX_STEPS = 268 }; // million steps of one block after which it counts as endless

static uint64_t million_steps(const char *text) {
  char *end;
  uint64_t millions = text ? strtoull(text, &end, 10) : MAX_STEPS;
  if (!text || (millions && millions < UINT64_MAX / 1000000 && *end == '\0' && *text != '-')) return millions;
  fprintf(stderr, "emu: EMU_STEPS=%s: expected a whole number of million steps, 1 or more\n", text);
  exit(99);
}

void machine_init(void) {
  static bool done;
  if (done) return;
  done = true;
  const char *seed = getenv("EMU_SEED");
  if (!L.seed) L.seed = seed ? strtoull(seed, NULL, 0) : 1;
  L.adverse = L.seed != 1;
  S.most_steps = million_steps(getenv("EMU_STEPS")) * 1000000;
  M.dynamic_base = (uint64_t)emu_dynamic_arena;
  M.counters = &launch_counters;
  scheduler = (struct scheduler){fiber_yield, fiber_abort};
  image_load();
}

void emu_set_seed(uint64_t seed) {
  L.seed = seed ? seed : 1;
  L.adverse = L.seed != 1;
}

void emu_adverse_schedule(int adverse) {
  machine_init();
  L.adverse = adverse;
  delayed_reset();
}

static void invalid(int error, uint32_t pc, const char *what, unsigned long long got, unsigned long long most,
                    const char *advice) {
  char reason[160];
  snprintf(reason, sizeof reason, "the launch asks for %llu %s; %s %llu", got, what,
           got ? "the device allows at most" : "there must be at least one and at most", most);
  error_of_launch(error, pc, reason);
  hazard(EMU_HAZARD_INVALID_LAUNCH, site_host(pc), NULL, advice, "%s", reason);
}

static bool valid(const unsigned grid[3], const unsigned block[3], size_t dynamic_shared, uint32_t pc) {
  static const unsigned grid_most[3] = {2147483647u, 65535, 65535}, block_most[3] = {1024, 1024, 64};
  static const char *const grid_name[3] = {"blocks in x", "blocks in y", "blocks in z"};
  static const char *const block_name[3] = {"threads a block in x", "threads a block in y",
                                            "threads a block in z"};
  static const char *const nothing = "where there is nothing to do, return before the launch";
  for (int d = 0; d < 3; d++) {
    if (grid[d] == 0 || grid[d] > grid_most[d])
      return invalid(cudaErrorInvalidConfiguration, pc, grid_name[d], grid[d], grid_most[d],
                     grid[d] ? NULL : nothing),
             false;
    if (block[d] == 0 || block[d] > block_most[d])
      return invalid(cudaErrorInvalidConfiguration, pc, block_name[d], block[d], block_most[d],
                     block[d] ? NULL : nothing),
             false;
  }
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (threads > MAX_BLOCK)
    return invalid(cudaErrorInvalidConfiguration, pc, "threads a block", threads, MAX_BLOCK, NULL), false;
  uint64_t shared = dynamic_shared + image_static_shared(L.kernel);
  uint64_t most = device_shared_limit(L.kernel);
  if (shared > most)
    return invalid(cudaErrorInvalidValue, pc, "bytes of shared memory (static and dynamic)", shared, most,
                   dynamic_shared && shared <= (uint64_t)device_model()->shared_opt_in
                       ? "dynamic shared memory beyond 48 KiB is allowed after cudaFuncSetAttribute(kernel, "
                         "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)"
                       : NULL),
           false;
  return true;
}

void emu_launch_bounds(int most_threads) {
  if (L.n_threads <= (uint32_t)most_threads) return;
  M.self = NULL;
  refused = true;
  char reason[160];
  snprintf(reason, sizeof reason,
           "the launch asks for %u threads a block; the kernel's __launch_bounds__ allow at most %d",
           L.n_threads, most_threads);
  error_of_launch(cudaErrorInvalidValue, launch_pc, reason); // as an H200 says
  hazard(EMU_HAZARD_INVALID_LAUNCH, site_host(launch_pc), NULL,
         "launch it with fewer threads a block, or raise the first number of its __launch_bounds__", "%s",
         reason);
  fiber_abort();
}

static void record_launch(void) {
  struct emu_report *r = &emu_the_report;
  r->bytes_to_host += heap_live_visible() + image_managed_bytes();
  for (int c = 0; c < EMU_COUNTER_COUNT; c++) r->total.v[c] += launch_counters.v[c];
  struct emu_launch *l = r->n_launches ? &r->launch[r->n_launches - 1] : NULL;
  if (!l || strncmp(l->kernel, L.kernel, sizeof l->kernel - 1) != 0 ||
      memcmp(l->grid, L.grid, sizeof L.grid) != 0 || memcmp(l->block, L.block, sizeof L.block) != 0) {
    if (r->n_launches == EMU_MAX_LAUNCHES) {
      r->launches_dropped++;
      return;
    }
    l = &r->launch[r->n_launches++];
    memset(l, 0, sizeof *l);
    snprintf(l->kernel, sizeof l->kernel, "%s", L.kernel);
    memcpy(l->grid, L.grid, sizeof L.grid);
    memcpy(l->block, L.block, sizeof L.block);
  }
  l->repeats++;
  for (int c = 0; c < EMU_COUNTER_COUNT; c++) l->counters.v[c] += launch_counters.v[c];
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  return b ? gcd(b, a % b) : a;
}

// A permutation of the blocks that needs no memory: i -> (step i + first) mod blocks, step coprime to blocks.
static struct { uint64_t blocks, first, step; } order;

static void order_blocks(uint64_t blocks) {
  order.blocks = blocks;
  order.first = seed_mix(L.seed) % blocks;
  order.step = seed_mix(L.seed + 1) % blocks | 1;
  while (gcd(order.step, blocks) != 1) order.step++;
}

static uint64_t nth_block(uint64_t i) {
  return (uint64_t)(((unsigned __int128)order.step * i + order.first) % order.blocks);
}

// Shared memory is gone when a kernel ends: nobody, the host least of all, finds there what a block has left.
static void forget_shared(void) {
  enum { PATTERN = 0xfe };
  if (M.shared_size) memset((void *)M.shared_base, PATTERN, M.shared_size);
  if (M.dynamic_size) memset((void *)M.dynamic_base, PATTERN, M.dynamic_size);
}

static void launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                   void (*body)(void *), void *closure, uint32_t pc) {
  machine_init();
  if (M.self) {
    fprintf(stderr,
            "emu: kernel %s is launched from a kernel: dynamic parallelism is not part of the emulator\n",
            kernel);
    emu_fatal();
  }
  if (L.error) return; // a device error stays, as on a device: every later call returns it
  L.kernel = kernel;
  launch_pc = pc;
  refused = false;
  if (!valid(grid, block, dynamic_shared, pc)) return;
  memcpy(L.grid, grid, sizeof L.grid);
  memcpy(L.block, block, sizeof L.block);
  L.n_threads = block[0] * block[1] * block[2];
  L.n_warps = (L.n_threads + WARP - 1) / WARP;
  M.dynamic_size = dynamic_shared;
  S.body = body;
  S.closure = closure;
  L.aborted = false;
  S.deals_turns = false;
  L.entry_pc = 0;
  M.foreign_shared = NULL;
  S.steps = 0;
  memset(&launch_counters, 0, sizeof launch_counters);
  uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
  L.resident = (uint64_t)device_model()->processors *
               (uint64_t)device_resident((int)L.n_threads, dynamic_shared + image_static_shared(L.kernel));
  if (L.cooperative && blocks > L.resident) {
    invalid(cudaErrorCooperativeLaunchTooLarge, pc, "blocks in a cooperative launch", blocks, L.resident,
            NULL);
    return;
  }
  launch_counters.v[EMU_launches] = 1;
  launch_counters.v[EMU_blocks] = blocks;
  launch_counters.v[EMU_threads] = blocks * L.n_threads;
  M.launch_epoch = M.epoch + 1;
  if (++M.launch_stamp == 0) {
    heap_forget(); // the stamps begin anew
    M.launch_stamp = 1;
  }
  event_launch_begin();
  order_blocks(blocks);
  heap_open(true);
  if (L.cooperative) {
    resident_run(blocks, nth_block);
  } else {
#ifdef EMU_FAST
    static struct block_state state;
    fast_run(&state, blocks, nth_block);
#else
    turns_run(blocks, nth_block);
#endif
  }
  event_launch_end();
  forget_shared();
  M.pending = PENDING_NONE;
  heap_open(false);
  L.parameter_bytes = 0;
  launch_counters.v[EMU_warp_blocks_if_even] *= blocks * L.n_warps; // the busiest warp's until now
  if (!refused) record_launch();
}

void emu_parameters(const void *low, const void *high) {
  L.parameters = (uint64_t)low;
  L.parameter_bytes = (uint64_t)((const char *)high - (const char *)low);
}

// Everything runs in the order in which it was asked for, so the stream says nothing.
void emu_launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                void *stream, void (*body)(void *), void *closure, void *return_address) {
  (void)stream;
  L.cooperative = false;
  launch(kernel, grid, block, dynamic_shared, body, closure, (uint32_t)(uintptr_t)return_address);
}

void emu_launch_cooperative(const char *kernel, const unsigned grid[3], const unsigned block[3],
                            size_t dynamic_shared, void *stream, void (*body)(void *), void *closure,
                            void *return_address) {
  (void)stream;
  L.cooperative = true;
  launch(kernel, grid, block, dynamic_shared, body, closure, (uint32_t)(uintptr_t)return_address);
  L.cooperative = false;
}

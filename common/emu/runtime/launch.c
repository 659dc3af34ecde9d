// Launches: the check of the configuration, and the blocks one after another in an order that the seed
// permutes.
#include "emu.h"
#include "runtime/launch.h"
#include "check/events.h"
#include "check/hazard.h"
#include "count/modelling.h"
#include "memory/cluster_blocks.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/result.h"
#include "memory/dynamic_views.h"
#include "runtime/capture.h"
#include "runtime/children.h"
#include "runtime/cluster_launch.h"
#include "runtime/configuration.h"
#include "runtime/cores.h"
#include "runtime/endless.h"
#include "runtime/error.h"
#include "runtime/fast.h"
#include "runtime/fiber.h"
#include "runtime/floats.h"
#include "runtime/machine.h"
#include "runtime/queue.h"
#include "runtime/resident.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool floats_of_device;

enum { ARGUMENT_ALIGN = 64 };

// What a launch asks for, until it runs.
struct asked {
  const char *kernel;
  uint32_t grid[3], block[3], pc;
  uint64_t dynamic_shared;
  bool cooperative;
  uint32_t cluster[3]; // blocks of a cluster; 0: by the kernel's __cluster_dims__, if it has them
  void (*body)(void *);
  void *closure;
  // The host's copies of the arguments, and the bytes from the first to the last.
  uint64_t low, high, n, bytes[MOST_ARGUMENTS];
  bool movable; // the closure is a struct emu_closure
};
static struct asked told;          // of the next launch, by emu_parameters
static bool refused;               // by its launch bounds or its clusters: it does not count as run
static uint32_t cluster_wanted[3]; // by the kernel, which has begun without clusters

// What the headers of a program with or without --fast ask for, so that the two are not mixed (emu_touch.h).
#ifdef EMU_FAST
const char emu_objects_made_with_fast = 1;
#else
const char emu_objects_made_without_fast = 1;
#endif

void emu_set_seed(uint64_t seed) {
  queue_wait_all();
  L.seed = seed ? seed : 1;
  L.adverse = L.seed != 1;
}

void emu_launch_bounds(int most_threads) {
  if (L.n_threads <= (uint32_t)most_threads) return;
  M.self = NULL;
  refused = true;
  char reason[160];
  snprintf(reason, sizeof reason,
           "the launch asks for %u threads a block; the kernel's __launch_bounds__ allow at most %d",
           L.n_threads, most_threads);
  error_of_refused(
      cudaErrorInvalidValue, L.launch_pc, reason, // as an H200 says
      "launch it with fewer threads a block, or raise the first number of its __launch_bounds__");
  fiber_abort();
}

void emu_cluster_dims(unsigned x, unsigned y, unsigned z) {
  if (C.blocks || x * y * z == 1) return;
  cluster_wanted[0] = x, cluster_wanted[1] = y, cluster_wanted[2] = z;
  fiber_abort();
}

static void record_launch(void) {
  struct emu_report *r = &emu_the_report;
  r->launches_that_touch += launch_counters.v[EMU_global_bytes_touched] > 0;
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
  if (modelling) modelling->launch_end(&l->demand);
  for (int c = 0; c < EMU_COUNTER_COUNT; c++) l->counters.v[c] += launch_counters.v[c];
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  return b ? gcd(b, a % b) : a;
}

// A permutation of the blocks that needs no memory: i -> (step i + first) mod blocks, step coprime to blocks.
static struct { uint64_t blocks, first, step; } order;

// EMU_MODEL_IN_ORDER: as a device begins them, for the modelled time's proof: blocks that draw the number of their tile would get
// neighbouring tiles at different times else, and find nothing of each other in the second-level cache.
static void order_blocks(uint64_t blocks) {
  order.blocks = blocks;
  if (modelling && getenv("EMU_MODEL_IN_ORDER")) {
    order.first = 0;
    order.step = 1;
    return;
  }
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

static void fill(struct emu_closure *c, const struct asked *a, char *room) {
  for (uint64_t i = 0; i < a->n; i++) {
    room = (char *)(((uint64_t)room + ARGUMENT_ALIGN - 1) & ~(uint64_t)(ARGUMENT_ALIGN - 1));
    const void *given = c->argument[i];
    c->argument[i] = memcpy(room, given, a->bytes[i]);
    event_copied((uint64_t)room, (uint64_t)given, a->bytes[i]);
    room += a->bytes[i];
  }
}

// A launch that waits: the arguments, and what leads to them, in a place of their own.
static void keep_launch(void *data, enum kept_for kept_for) {
  (void)kept_for;
  struct asked *a = data;
  uint64_t head = sizeof(struct emu_closure) + (a->n + 1) * sizeof(void *), room = head;
  for (uint64_t i = 0; i < a->n; i++) room += a->bytes[i] + ARGUMENT_ALIGN;
  char *kept = malloc(room);
  if (!kept) abort();
  memcpy(kept, a->closure, head);
  fill((struct emu_closure *)kept, a, kept + head);
  a->closure = kept;
  a->low = (uint64_t)kept;
  a->high = a->low + room;
}

static void drop_launch(void *data) {
  free(((struct asked *)data)->closure);
}

static void begin_counters(uint64_t blocks) {
  memset(&launch_counters, 0, sizeof launch_counters);
  launch_counters.v[EMU_launches] = 1;
  launch_counters.v[EMU_blocks] = blocks;
  launch_counters.v[EMU_threads] = blocks * L.n_threads;
}

static void run_clusters(uint64_t blocks, const uint32_t cluster[3]) {
  uint64_t clusters = blocks / ((uint64_t)cluster[0] * cluster[1] * cluster[2]);
  order_blocks(clusters);
  cluster_launch_begin(cluster);
  cluster_run(clusters, nth_block);
  cluster_launch_end();
}

// The kernel's first thread has said that it needs clusters, before it did anything else: the launch begins anew.
static void run_again(uint64_t blocks) {
  char reason[160];
  L.aborted = false;
  if (configuration_bad_clusters(L.grid, cluster_wanted, reason, sizeof reason) || L.cooperative) {
    refused = true;
    configuration_invalid_clusters(L.launch_pc,
                                   *reason ? reason : "the emulator has no clusters in cooperative launches");
    return;
  }
  S.steps = 0;
  begin_counters(blocks);
  run_clusters(blocks, cluster_wanted);
}

static void run_blocks(const struct asked *a, uint64_t blocks) {
  if (a->cluster[0]) {
    run_clusters(blocks, a->cluster);
    return;
  }
  cluster_wanted[0] = 0;
  order_blocks(blocks);
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
  if (cluster_wanted[0]) run_again(blocks);
}

// The grid, the block and the rest of the launch, as the checks and the schedule know them.
static void set_launch(const struct asked *a) {
  L.kernel = a->kernel;
  L.cooperative = a->cooperative;
  L.launch_pc = a->pc;
  L.dynamic_name = NULL;
  views_begin();
  refused = false;
  memcpy(L.grid, a->grid, sizeof L.grid);
  memcpy(L.block, a->block, sizeof L.block);
  L.n_threads = a->block[0] * a->block[1] * a->block[2];
  L.n_warps = (L.n_threads + WARP - 1) / WARP;
  L.parameters = a->low;
  L.parameter_bytes = a->high - a->low;
  M.dynamic_size = a->dynamic_shared;
  M.dynamic_words = (M.dynamic_size + 3) / 4;
  S.body = a->body;
  S.closure = a->closure;
}

static uint64_t blocks_at_once(const struct asked *a) {
  int threads = (int)(a->block[0] * a->block[1] * a->block[2]);
  return (uint64_t)device_processors() *
         (uint64_t)device_resident(threads, a->dynamic_shared + image_static_shared(a->kernel));
}

static void run_launch(struct stream_work *work, void *data) {
  const struct asked *a = data;
  if (L.error) return; // of earlier work
  struct family family;
  family_begin(&family);
  set_launch(a);
  L.aborted = false;
  S.deals_turns = false;
  L.entry_pc = 0;
  M.foreign_shared = NULL;
  S.steps = 0;
  uint64_t blocks = (uint64_t)L.grid[0] * L.grid[1] * L.grid[2];
  L.resident = blocks_at_once(a);
  begin_counters(blocks);
  M.launch_epoch = M.epoch + 1;
  if (++M.launch_stamp == 0) {
    heap_forget(); // the stamps begin anew
    M.launch_stamp = 1;
  }
  event_launch_begin();
  if (modelling) modelling->launch_begin(L.resident);
  heap_open_to(work->device);
  image_of_thread();
  image_of_device(work->device);
  endless_watch(NULL);
  struct floats host = floats_enter();
  run_blocks(a, blocks);
  floats_leave(host);
  event_launch_end();
  work->what = L.kernel;
  work->kernel = true;
  stream_kernel_ends(work);
  family_blocks_done();
  forget_shared();
  pending_end(~0);
  heap_close();
  L.parameter_bytes = 0;
  L.cooperative = false;
  launch_counters.v[EMU_warp_blocks_if_even] *= blocks * L.n_warps; // the busiest warp's until now
  overlap_ran(work, launch_counters.v[EMU_global_load_bytes], launch_counters.v[EMU_global_store_bytes]);
  if (!refused) {
    event_launched(a->n);
    record_launch();
  }
  family_end(work);
}
static const struct work_kind launch_kind = {
    "a kernel", run_launch, keep_launch, drop_launch, cudaGraphNodeTypeKernel, NULL};

// A kernel's launch bounds and clusters are known when a thread has entered it; their error is told at the launch.
static bool may_be_refused(const struct asked *a) {
  return image_clusters_misfit(a->grid) ||
         a->block[0] * a->block[1] * a->block[2] > (uint32_t)image_least_bounds();
}

// An argument is a whole number that fewer threads than a block has would do: a grid of no blocks came about by a division.
static bool has_work(const struct asked *a) {
  const struct emu_closure *c = a->closure;
  uint64_t threads = (uint64_t)a->block[0] * a->block[1] * a->block[2];
  for (uint64_t i = 0; a->movable && i < a->n; i++) {
    uint64_t value = 0;
    if (a->bytes[i] != 4 && a->bytes[i] != 8) continue;
    memcpy(&value, c->argument[i], a->bytes[i]);
    if (value && value < threads) return true;
  }
  return false;
}

// From a kernel: by the thread that runs. A block of it that is too large is refused when it runs.
static void launch_child(struct asked *a, cudaStream_t stream) {
  cores_no_launch();
  const char *parent = L.kernel;
  L.kernel = a->kernel;
  bool ok = configuration_valid(a->grid, a->block, a->dynamic_shared, a->pc, has_work(a));
  L.kernel = parent;
  if (!ok) return;
  if (a->cooperative || !a->movable) {
    fprintf(stderr, "emu: kernel %s is launched from a kernel, %s\n", a->kernel,
            a->cooperative ? "as a cooperative grid, which no kernel may do"
                           : "with arguments that convert in it: cast them to the parameters' types");
    error_of_launch(cudaErrorNotSupported, a->pc, "a kernel cannot launch it so");
    return;
  }
  cudaError_t error = queue_add(stream, &launch_kind, a->pc, a, sizeof *a, MAY_WAIT);
  if (error) error_of_launch(error, a->pc, cudaGetErrorString(error));
}

static void launch(struct asked *a, cudaStream_t stream) {
  machine_init();
  if (M.self) {
    launch_child(a, stream);
    return;
  }
  error_next_launch();
  if (L.error) return; // a device error stays, as on a device: every later call returns it
  L.kernel = a->kernel;
  if (!configuration_valid(a->grid, a->block, a->dynamic_shared, a->pc, has_work(a))) return;
  uint64_t blocks = (uint64_t)a->grid[0] * a->grid[1] * a->grid[2], most = blocks_at_once(a);
  if (a->cooperative && blocks > most) {
    configuration_invalid(cudaErrorCooperativeLaunchTooLarge, a->pc, "blocks in a cooperative launch", blocks,
                          most, NULL);
    return;
  }
  char reason[160];
  if (a->cluster[0] &&
      (configuration_bad_clusters(a->grid, a->cluster, reason, sizeof reason) || a->cooperative)) {
    configuration_invalid_clusters(a->pc,
                                   *reason ? reason : "the emulator has no clusters in cooperative launches");
    return;
  }
  if (queue_device(stream) != device_set) {
    static const char reason[] = "the launch's stream is none of the device that cudaSetDevice has set";
    error_of_refused(cudaErrorInvalidResourceHandle, a->pc, reason,
                     "launch into a stream that was made, and is not destroyed, while this device is set");
    return;
  }
  if (!a->movable && capture_under_way(stream)) {
    fprintf(stderr,
            "emu: kernel %s: a launch whose arguments convert in the kernel cannot be captured: cast them to "
            "the parameters' types\n",
            a->kernel);
    error_of_launch(capture_refuses(), a->pc, "the launch cannot become a node");
    return;
  }
  cudaError_t error = queue_add(stream, &launch_kind, a->pc, a, sizeof *a,
                                a->movable && !may_be_refused(a) ? MAY_WAIT : AT_ONCE);
  if (error == cudaErrorNotPermitted)
    error_of_launch(error, a->pc, "a function that runs in a stream may not launch a kernel");
  else if (error)
    error_of_launch(error, a->pc, "a capture is under way that forbids the launch");
}

bool launch_is(const struct work_kind *kind) {
  return kind == &launch_kind;
}

void launch_describe(const void *data, struct cudaKernelNodeParams *p) {
  const struct asked *a = data;
  struct emu_closure *c = a->closure;
  p->func = (void *)c->kernel;
  memcpy(p->gridDim, a->grid, sizeof a->grid);
  memcpy(p->blockDim, a->block, sizeof a->block);
  p->sharedMemBytes = (unsigned)a->dynamic_shared;
  p->kernelParams = c->argument;
  p->extra = NULL;
}

void emu_launch_clusters(unsigned x, unsigned y, unsigned z) {
  told.cluster[0] = x, told.cluster[1] = y, told.cluster[2] = z;
}

void emu_parameters(void *const *begin, const size_t *bytes, size_t n, bool movable) {
  told.movable = movable && n <= MOST_ARGUMENTS;
  told.low = n ? UINT64_MAX : 0;
  told.high = 0;
  told.n = n;
  for (size_t i = 0; i < n; i++) {
    uint64_t at = (uint64_t)begin[i];
    if (at < told.low) told.low = at;
    if (at + bytes[i] > told.high) told.high = at + bytes[i];
    if (i < MOST_ARGUMENTS) told.bytes[i] = bytes[i];
  }
}

static void ask(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                cudaStream_t stream, void (*body)(void *), void *closure, void *return_address,
                bool cooperative) {
  struct asked a = told; // earlier work, which may run before, has host functions
  memset(told.cluster, 0, sizeof told.cluster);
  a.kernel = kernel;
  memcpy(a.grid, grid, sizeof a.grid);
  memcpy(a.block, block, sizeof a.block);
  a.dynamic_shared = dynamic_shared;
  a.body = body;
  a.closure = closure;
  a.pc = (uint32_t)(uintptr_t)return_address;
  a.cooperative = cooperative;
  launch(&a, stream);
}

void emu_launch(const char *kernel, const unsigned grid[3], const unsigned block[3], size_t dynamic_shared,
                void *stream, void (*body)(void *), void *closure, void *return_address) {
  ask(kernel, grid, block, dynamic_shared, stream, body, closure, return_address, false);
}

void emu_launch_cooperative(const char *kernel, const unsigned grid[3], const unsigned block[3],
                            size_t dynamic_shared, void *stream, void (*body)(void *), void *closure,
                            void *return_address) {
  ask(kernel, grid, block, dynamic_shared, stream, body, closure, return_address, true);
}

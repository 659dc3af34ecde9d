// The gates that a task has without a row of its own (see gate.h).
#include "base/text.h"
#include "grader/judge/case.h"
#include "grader/judge/gate.h"

// Atomics load and store, too, but are counted apart, by the emulator as by the hardware: whoever loads with them has no
// load requests and no sectors. So a task that bounds loads and stores from above bounds the atomics as well. Where it has
// no gate of its own for them, sums and claims may take one for each sector that the task must move.
static double one_for_each_sector(const struct pmpp_case *c) {
  return c->floor_bytes / 32;
}
// Of a task with claims: a load and a store are eight bytes.
static double one_for_each_result(const struct pmpp_case *c) {
  return 1.05 * c->floor_bytes / 8;
}
// So do shuffles: whoever takes an operand from another lane's register does not load it. Where a task bounds the loads from
// shared memory, and has no gate of its own for exchanges, each warp may make eight for each word that its lanes must move.
static double eight_a_word(const struct pmpp_case *c) {
  return c->floor_bytes / 16;
}
// Results that the grid deals out are shared among blocks, for one block has one multiprocessor of the device, and among their
// threads: a warp that has returned keeps its place to the end of its block. Of an even task the warps have equal shares.
enum { MANY_RESULTS = 1 << 14 };
static bool many_results(const struct pmpp_case *c) {
  int64_t results = 0;
  for (int i = 0; i < c->n_bufs; i++)
    if (buf_has_output(&c->buf[i])) results += c->buf[i].arg.count;
  return results >= MANY_RESULTS;
}
static double busiest_block(const struct pmpp_case *c) {
  return many_results(c) ? 0.75 : 1;
}
static double idle_threads(const struct pmpp_case *c) {
  return many_results(c) ? 0.75 : 1;
}
static double least_balance(const struct pmpp_case *c) {
  return many_results(c) ? 0.2 : 0;
}
static double constant_memory(const struct pmpp_case *c) {
  (void)c;
  return 65536;
}

// Whether a gate of the task bounds a metric with one of these names from above.
static bool bounds_from_above(const struct pmpp_task *task, const char *beginning) {
  for (int i = 0; i < task->n_gates; i++)
    if (task->gates[i].kind == PMPP_AT_MOST && starts_with(emu_metric_name(task->gates[i].metric), beginning))
      return true;
  return false;
}
static bool bounds_global(const struct pmpp_task *task) {
  return bounds_from_above(task, "global_") || bounds_from_above(task, "sectors_per_");
}
static bool bounds_global_without_claims(const struct pmpp_task *task) {
  return bounds_global(task) && !task->claims;
}
static bool bounds_global_with_claims(const struct pmpp_task *task) {
  return bounds_global(task) && task->claims;
}
static bool bounds_shared(const struct pmpp_task *task) {
  return bounds_from_above(task, "shared_");
}
static bool bounds_shared_loads(const struct pmpp_task *task) {
  return bounds_from_above(task, "shared_load_");
}
static bool deals_to_blocks(const struct pmpp_task *task) {
  return task->many_blocks || task->even;
}
static bool deals_to_threads(const struct pmpp_task *task) {
  return task->many_blocks;
}
static bool deals_evenly(const struct pmpp_task *task) {
  return task->even;
}

// Where a task bounds loads, operands are loads whatever way they take: through constant memory, through a thread's local memory,
// by copies. (A texture's loads are counted as global ones.) Who may copy to constant memory may load from it, too.
static bool bounds_loads(const struct pmpp_task *task) {
  return bounds_from_above(task, "global_load_") || bounds_from_above(task, "global_bytes");
}
static bool bounds_loads_without_copies(const struct pmpp_task *task) {
  return bounds_loads(task) && !(task->may & PMPP_MAY_COPY);
}
static bool bounds_loads_with_copies(const struct pmpp_task *task) {
  return bounds_loads(task) && task->may & PMPP_MAY_COPY && task->may != PMPP_MAY_ALL;
}

// What the contract does not let the function call.
static bool may_not_copy(const struct pmpp_task *task) {
  return !(task->may & (PMPP_MAY_COPY | PMPP_MAY_ASK));
}
static bool may_not_wait(const struct pmpp_task *task) {
  return !(task->may & PMPP_MAY_ASK);
}
static bool may_not_allocate(const struct pmpp_task *task) {
  return !(task->may & PMPP_MAY_ALLOCATE);
}
static bool may_not_stream(const struct pmpp_task *task) {
  return !(task->may & PMPP_MAY_STREAM);
}
#define ATOMICS_FORMULA                                                                                      \
  "compulsory bytes / 32: one for each sector of the bytes that the task must move; this task is loads and " \
  "stores"
#define ATOMICS_HINT                                                                                         \
  "Load and store with plain accesses: atomics are for words that several threads add to or claim, and "     \
  "lanes that access the same word take turns."

static const struct {
  struct pmpp_gate gate;
  bool (*asked)(const struct pmpp_task *task); // the task has this gate, unless it has one of its own
} implied[] = {
    {{EMU_global_atomics, PMPP_AT_MOST, one_for_each_sector, 0, ATOMICS_FORMULA, ATOMICS_HINT},
     bounds_global_without_claims},
    {{EMU_global_atomics, PMPP_AT_MOST, one_for_each_result, 0,
      "1.05 compulsory bytes / 8: one claim for each result; this task's operands are loads and stores",
      ATOMICS_HINT},
     bounds_global_with_claims},
    {{EMU_shared_atomics, PMPP_AT_MOST, one_for_each_sector, 0, ATOMICS_FORMULA, ATOMICS_HINT},
     bounds_shared},
    {{EMU_warp_exchanges, PMPP_AT_MOST, eight_a_word, 0,
      "compulsory bytes / 16: eight for each 128 bytes that the task must move; this task's operands are "
      "loaded",
      "Load operands from shared memory or keep them in registers; a shuffle for each costs as much as the "
      "load."},
     bounds_shared_loads},
    {{EMU_busiest_block_share, PMPP_AT_MOST, busiest_block, 0,
      "0.75, for 16384 results and more: no block does three quarters of the work",
      "Share the work among many blocks: one block runs on one multiprocessor, and the rest of the device "
      "stands by."},
     deals_to_blocks},
    {{EMU_idle_thread_share, PMPP_AT_MOST, idle_threads, 0,
      "0.75, for 16384 results and more: of blocks that work at all no more than three quarters of the "
      "threads stand by",
      "Give every thread of a block its share: lanes and warps that return at once keep their places."},
     deals_to_threads},
    {{EMU_warp_balance, PMPP_AT_LEAST, least_balance, 0,
      "0.2, for 16384 results and more: the average warp executes a fifth of what the busiest one does",
      "Give every warp of every block its share; warps that return at once keep their places idle."},
     deals_evenly},
    {{EMU_constant_load_wavefronts, PMPP_AT_MOST, one_for_each_sector, 0,
      "compulsory bytes / 32: one word for each sector of the bytes that the task must move; its operands "
      "lie in global "
      "memory",
      "Load the operands from where they lie: constant memory is for a few words that all lanes read at "
      "once."},
     bounds_loads_without_copies},
    {{EMU_large_frames, PMPP_AT_MOST, NULL, 0, "0: no thread has local variables of more than 2048 bytes",
      "A thread has 255 registers, which hold 1020 bytes: larger arrays lie in local memory, which is the "
      "device's memory. "
      "Share what must stay among more threads, or keep it in shared memory."},
     bounds_loads},
    {{EMU_device_copy_bytes, PMPP_AT_MOST, constant_memory, 0,
      "65536: what constant memory holds; a copy loads and stores as a kernel does",
      "Let the kernels load operands where they lie: copies within the device's memory are its traffic, "
      "too."},
     bounds_loads_with_copies},
    {{EMU_host_copies, PMPP_AT_MOST, NULL, 0, "0: by contract the function copies nothing",
      "Leave the copies out: by contract the function only launches kernels, which load inputs and store "
      "outputs where these "
      "lie."},
     may_not_copy},
    {{EMU_host_waits, PMPP_AT_MOST, NULL, 0, "0: by contract the function does not synchronise",
      "Leave out calls that wait, such as cudaDeviceSynchronize: kernels on one stream run one after "
      "another, and the caller "
      "waits for the last one."},
     may_not_wait},
    {{EMU_allocations, PMPP_AT_MOST, NULL, 0, "0: by contract the function does not allocate",
      "Leave out cudaMalloc and its like: what is needed beside inputs and outputs is given, or shared "
      "memory."},
     may_not_allocate},
    {{EMU_works_in_streams, PMPP_AT_MOST, NULL, 0, "0: by contract all work is on the default stream",
      "Launch without a stream: the function works on the default stream."},
     may_not_stream}};

enum { IMPLIED_GATES = sizeof implied / sizeof *implied };
_Static_assert((int)IMPLIED_GATES == (int)MOST_IMPLIED_GATES, "gate.h");

const struct pmpp_gate *gate_implied(const struct pmpp_task *task, int i) {
  for (int k = 0; k < IMPLIED_GATES; k++) {
    const struct pmpp_gate *g = &implied[k].gate;
    if (!bounds_from_above(task, emu_metric_name(g->metric)) && implied[k].asked(task) && i-- == 0) return g;
  }
  return NULL;
}

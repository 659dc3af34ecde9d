// Races between a grid and the kernels that it launches. A kernel cannot wait for its children: whatever the grid accesses
// after a launch, in any block, has no order with the child. So these accesses are remembered, and looked up in the shadow
// when the child has run.
#include "check/child.h"
#include "check/hazard.h"
#include "check/race.h"
#include "memory/describe.h"
#include "memory/heap.h"
#include <stdlib.h>

enum { MOST_ACCESSES = 1 << 18 };

struct parent_log *parent_log;

static bool same_access(const struct parent_access *a, uint64_t addr, uint32_t size, int touch) {
  return a->addr == addr && a->size == size && (a->touch | touch) == a->touch;
}

void child_parent_access(uint64_t addr, uint32_t size, int touch, uint32_t pc) {
  struct parent_log *log = parent_log;
  if (!log || !heap_has(addr) || log->n == MOST_ACCESSES) return;
  for (uint32_t i = log->n; i > 0 && log->n - i < 4; i--) // a loop over few words
    if (same_access(&log->at[i - 1], addr, size, touch)) return;
  if (log->n == log->capacity) {
    log->capacity = log->capacity ? 2 * log->capacity : 256;
    log->at = realloc(log->at, log->capacity * sizeof *log->at);
    if (!log->at) abort();
  }
  log->at[log->n++] = (struct parent_access){addr, L.block_linear, size, pc, M.tid, touch};
}

// True: it has been told.
static bool races(const struct parent_access *a, uint64_t word, const char *parent) {
  struct race_use use = race_use_of(&M.heap_shadow[(word - HEAP_BASE) >> 2]);
  bool parent_writes = a->touch & TOUCH_STORE, sync = a->touch & TOUCH_SYNC;
  bool written = use.written && !(use.written_sync && sync);
  bool read = use.read && parent_writes && !(use.read_sync && sync);
  if (!written && !read) return false;
  char what[160];
  struct access_site other = {a->pc, a->block, a->tid};
  access_describe(word, 4, what, sizeof what);
  hazard(EMU_HAZARD_RACE_GLOBAL, site_host(written ? use.written_pc : use.read_pc), &other,
         "a kernel cannot wait for the kernels that it launches: access such data before the launch, in the "
         "child, or in a kernel launched after it (cudaStreamTailLaunch)",
         "kernel %.60s %s %s, which its parent, kernel %.60s, %s after the launch, with nothing to order the "
         "two",
         L.kernel, written ? "writes" : "reads", what, parent, parent_writes ? "writes" : "reads");
  return true;
}

void child_compare(const struct parent_log *log, uint32_t from) {
  for (uint32_t i = from; i < log->n; i++) {
    const struct parent_access *a = &log->at[i];
    for (uint64_t word = a->addr & ~3ull; word < a->addr + a->size; word += 4)
      if (races(a, word, log->kernel)) return; // one of a launch is enough
  }
}

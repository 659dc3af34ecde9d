// The first-level cache: each block has its share of its multiprocessor's, and begins with nothing.
#include "count/caches.h"
#include "memory/image.h"
#include "memory/launch.h"
#include <string.h>

enum { WAYS = 8, L1_BYTES = 256 << 10, MOST_SETS = L1_BYTES / LINE / WAYS };

static struct {
  uint64_t line, used;
  uint8_t sectors; // a bit for each that is there
} l1[MOST_SETS][WAYS];
static uint32_t l1_sets;
static uint64_t l1_time;

// A multiprocessor's, less the shared memory of its blocks.
static void l1_resize(void) {
  const struct device *d = device_model();
  uint64_t blocks =
      (uint64_t)device_resident((int)L.n_threads, M.dynamic_size + image_static_shared(L.kernel));
  uint64_t most = (uint64_t)d->l1_bytes, shared = blocks * (M.dynamic_size + image_static_shared(L.kernel));
  uint64_t sets = blocks && shared < most ? (most - shared) / blocks / LINE / WAYS : 0;
  l1_sets = sets < 1 ? 1 : sets > MOST_SETS ? MOST_SETS : (uint32_t)sets;
}

void l1_clear(void) {
  memset(l1, 0, sizeof l1);
  l1_time = 0;
}

void l1_begin(void) {
  l1_resize();
  l1_clear();
}

bool l1_has(uint64_t sector, bool load) {
  uint64_t line = sector / (LINE / SECTOR) + 1, set = seed_mix(line) % l1_sets, old = 0;
  uint8_t bit = (uint8_t)(1u << sector % (LINE / SECTOR));
  for (uint64_t w = 0; w < WAYS; w++) {
    if (l1[set][w].line == line) {
      bool there = l1[set][w].sectors & bit;
      if (load) l1[set][w].sectors |= bit, l1[set][w].used = ++l1_time;
      return there;
    }
    if (l1[set][w].used < l1[set][old].used) old = w;
  }
  if (load) {
    l1[set][old].line = line;
    l1[set][old].sectors = bit;
    l1[set][old].used = ++l1_time;
  }
  return false;
}

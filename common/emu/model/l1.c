// The first-level cache: each block has its share of its multiprocessor's, and begins with nothing but what all blocks load.
#include "model/caches.h"
#include "memory/image.h"
#include "memory/launch.h"
#include <string.h>

enum { L1_WAYS = 8, L1_BYTES = 256 << 10, MOST_SETS = L1_BYTES / LINE / L1_WAYS };

static struct {
  uint64_t line, used;
  uint8_t sectors; // a bit for each that is there
} l1[MOST_SETS][L1_WAYS];
static uint32_t l1_sets;
static uint64_t l1_time, l1_bytes; // of a multiprocessor, less the shared memory of its blocks

static void l1_resize(void) {
  const struct device *d = device_model();
  uint64_t blocks =
      (uint64_t)device_resident((int)L.n_threads, M.dynamic_size + image_static_shared(L.kernel));
  uint64_t most = (uint64_t)d->l1_bytes, shared = blocks * (M.dynamic_size + image_static_shared(L.kernel));
  l1_bytes = shared < most ? most - shared : 0;
  uint64_t sets = blocks ? l1_bytes / blocks / LINE / L1_WAYS : 0;
  l1_sets = sets < 1 ? 1 : sets > MOST_SETS ? MOST_SETS : (uint32_t)sets;
}

// ---- lines that every block loads ----

// A multiprocessor's first block fetches them, and leaves them to its others: weights of a row, a vector, a table. (Not what
// neighbours share: these run elsewhere.) A line of the first block is kept until a block has not loaded it. Such lines stay where
// there is room for them and for all else that a block fetches: a multiprocessor's blocks are each elsewhere, so that about so
// much comes in from the one's load of a line to the next one's.
enum { COMMON = 1 << 13 }; // places of a table that is at most a quarter full
static struct common {
  uint64_t line, blocks; // how many have loaded it, all until then; 0: none
} common[COMMON];
static uint64_t block_number, n_common;
static uint64_t loaded, fetched; // of the block: such lines, others
static bool stay;                // by what the block before did

static struct common *common_at(uint64_t line) {
  struct common *c = &common[seed_mix(line) % COMMON];
  while (c->blocks && c->line != line) c = c == common + COMMON - 1 ? common : c + 1;
  return c;
}

// Whether the line was left by the blocks before, if `fetches`: the block itself has nothing of it.
static bool common_load(uint64_t line, bool fetches) {
  struct common *c = common_at(line);
  if (!c->blocks && !block_number && n_common < COMMON / 4) {
    *c = (struct common){.line = line, .blocks = 1};
    n_common++, loaded++;
  } else if (c->blocks && c->blocks == block_number) {
    c->blocks++, loaded++;
  } else if (fetches && !(c->blocks && c->blocks == block_number + 1)) {
    fetched++;
  }
  return block_number && stay && c->blocks == block_number + 1;
}

// The first blocks of all multiprocessors come first.
static void common_block(void) {
  stay = ++block_number >= (uint64_t)(device_model()->processors * l2_share()) &&
         (loaded + fetched) * LINE <= l1_bytes;
  loaded = fetched = 0;
}

// ---- a block's own ----

static void l1_clear(void) {
  memset(l1, 0, sizeof l1);
  l1_time = 0;
}

void l1_block(void) {
  l1_clear();
  common_block();
}

void l1_begin(void) {
  l1_resize();
  l1_clear();
  memset(common, 0, sizeof common);
  block_number = UINT64_MAX; // none yet
  n_common = loaded = fetched = 0;
}

bool l1_has(uint64_t sector) {
  uint64_t line = sector / (LINE / SECTOR) + 1, set = seed_mix(line) % l1_sets, old = 0;
  uint8_t bit = (uint8_t)(1u << sector % (LINE / SECTOR));
  for (uint64_t w = 0; w < L1_WAYS; w++) {
    if (l1[set][w].line == line) {
      bool there = l1[set][w].sectors & bit;
      l1[set][w].sectors |= bit, l1[set][w].used = ++l1_time;
      return common_load(line, false) || there;
    }
    if (l1[set][w].used < l1[set][old].used) old = w;
  }
  l1[set][old].line = line;
  l1[set][old].sectors = bit;
  l1[set][old].used = ++l1_time;
  return common_load(line, true);
}

// Order between the blocks of one launch: a block that fences and then touches a word atomically (or through
// a volatile) releases what it did before; a block that touches that word later acquires all of that.
//
// What a release covers: everything of the releasing thread before its fence, and everything of its block
// that a barrier, or of its warp that a __syncwarp, separates from the fence. Blocks run one after another, so each word's releases stand in run
// order.
#include "machine.h"
#include <stdlib.h>
#include <string.h>

struct release {
  uint32_t block_era; // names the block
  uint32_t tid;
  uint32_t own_fence; // era of the releasing thread's last fence, 0: none in this block
  uint32_t any_fence; // latest era before the release's own in which a thread of the block fenced
  uint32_t era;       // its own, in which it covers what its warp did
  uint16_t warp_tick; // before this tick
};
struct word {
  uint64_t addr;
  uint32_t acquired_by, acquired_at; // block_era of the last acquirer and its index in `acquired`
  uint32_t n, capacity;
  struct release *release;
};
struct started { // one for each block of the launch, in run order
  uint32_t era;
  uint64_t linear;
};

static struct word *words;
static uint32_t n_words, word_capacity, *slots, slot_mask;
static struct { uint32_t word, n, tid, era, tick; } * acquired;
static uint32_t n_acquired, acquired_capacity;
static struct started *started;
static uint64_t n_started, started_capacity;
static uint32_t fence_era[MAX_BLOCK], block_fence, block_fence_before;
static uint16_t synced_before_fence[MAX_BLOCK]; // the warp's full_tick at the thread's last fence
static struct { uint32_t era, tick, before; } warp_fence[MAX_WARPS]; // last tick with a fence, last but one
static bool stored_since[MAX_BLOCK]; // the thread has stored something after its last fence

#define GROW(array, count, capacity)                                                                         \
  if ((count) == (capacity)) {                                                                               \
    (capacity) = (capacity) ? 2 * (capacity) : 64;                                                           \
    (array) = realloc((array), (size_t)(capacity) * sizeof *(array));                                        \
    if (!(array)) abort();                                                                                   \
  }

void order_launch_begin(void) {
  for (uint32_t i = 0; i < n_words; i++) free(words[i].release);
  n_words = 0;
  n_started = 0;
  if (slots) memset(slots, 0, (slot_mask + 1) * sizeof *slots);
}

void order_block_begin(void) {
  GROW(started, n_started, started_capacity);
  started[n_started++] = (struct started){M.block_era, M.block_linear};
  n_acquired = 0;
  block_fence = block_fence_before = 0;
  M.fenced = false;
}

uint64_t order_block_of(uint32_t era) {
  uint64_t low = 0, high = n_started;
  while (low + 1 < high) {
    uint64_t middle = (low + high) / 2;
    if (started[middle].era <= era)
      low = middle;
    else
      high = middle;
  }
  return n_started ? started[low].linear : 0;
}

void order_fence(void) {
  late_fence();
  fence_era[M.tid] = M.era;
  stored_since[M.tid] = false;
  M.fenced = true;
  if (block_fence != M.era) block_fence_before = block_fence;
  block_fence = M.era;
  synced_before_fence[M.tid] = M.warp->full_tick;
  uint32_t w = M.tid / WARP;
  if (warp_fence[w].era != M.era)
    warp_fence[w].before = 0;
  else if (warp_fence[w].tick != M.tick)
    warp_fence[w].before = warp_fence[w].tick;
  warp_fence[w].era = M.era;
  warp_fence[w].tick = M.tick;
}

// The tick before which the running warp's accesses are ordered before a release of the running thread: those
// that a __syncwarp separates from its fence, or that lie before a fence of a lane and a __syncwarp behind it.
static uint16_t warp_released(void) {
  uint32_t w = M.tid / WARP, synced = M.warp->full_tick;
  uint32_t own = fence_era[M.tid] == M.era ? synced_before_fence[M.tid] : 0, any = 0;
  if (warp_fence[w].era == M.era) {
    if (warp_fence[w].tick < synced)
      any = warp_fence[w].tick + 1;
    else if (warp_fence[w].before && warp_fence[w].before < synced)
      any = warp_fence[w].before + 1;
  }
  return (uint16_t)(own > any ? own : any);
}

void order_plain_store(void) {
  stored_since[M.tid] = true;
}

static struct word *word_of(uint64_t addr) {
  if (2 * (n_words + 1) > slot_mask) {
    slot_mask = slot_mask ? 2 * slot_mask + 1 : 255;
    free(slots);
    slots = calloc(slot_mask + 1, sizeof *slots);
    if (!slots) abort();
    for (uint32_t i = 0; i < n_words; i++) {
      uint32_t s = (uint32_t)(words[i].addr * 0x9e3779b97f4a7c15ull >> 40) & slot_mask;
      while (slots[s]) s = (s + 1) & slot_mask;
      slots[s] = i + 1;
    }
  }
  uint32_t s = (uint32_t)(addr * 0x9e3779b97f4a7c15ull >> 40) & slot_mask;
  for (; slots[s]; s = (s + 1) & slot_mask)
    if (words[slots[s] - 1].addr == addr) return &words[slots[s] - 1];
  GROW(words, n_words, word_capacity);
  words[n_words] = (struct word){.addr = addr};
  slots[s] = ++n_words;
  return &words[n_words - 1];
}

void order_sync_access(uint64_t addr, bool shared) {
  if (shared) addr |= (uint64_t)(M.block_era & 0xffff) << 48; // another block's word of the same address
  if (!block_fence && !n_words) return;                       // nobody has released anything in this launch
  struct word *w = word_of(addr);
  if (w->n) {
    bool again = w->acquired_by == M.block_era && acquired[w->acquired_at].tid == M.tid;
    bool later = again && (acquired[w->acquired_at].era != M.era || acquired[w->acquired_at].tick != M.tick);
    if (!again || (later && acquired[w->acquired_at].n != w->n)) {
      GROW(acquired, n_acquired, acquired_capacity);
      w->acquired_by = M.block_era;
      w->acquired_at = n_acquired++;
      acquired[w->acquired_at].word = (uint32_t)(w - words);
      acquired[w->acquired_at].tid = M.tid;
      acquired[w->acquired_at].era = M.era;
      acquired[w->acquired_at].tick = M.tick;
    }
    acquired[w->acquired_at].n = w->n;
  }
  if (!block_fence) return;
  uint32_t own = fence_era[M.tid] >= M.block_era && !stored_since[M.tid] ? fence_era[M.tid] : 0;
  uint32_t any = block_fence < M.era ? block_fence : block_fence_before;
  GROW(w->release, w->n, w->capacity);
  w->release[w->n++] = (struct release){M.block_era, M.tid, own, any, M.era, warp_released()};
}

bool order_any(void) {
  return n_acquired != 0;
}

// The running thread has what entry i of `acquired`, of its block, was handed: itself, or by a __syncwarp since.
static bool mine(uint32_t i) {
  return acquired[i].tid == M.tid || (acquired[i].tid / WARP == M.tid / WARP && acquired[i].era == M.era &&
                                      acquired[i].tick < M.warp->full_tick);
}

bool order_covers(uint32_t era, uint32_t tid, uint32_t tick) {
  if (!n_acquired) return false;
  uint64_t low = 0, high = n_started;
  while (low + 1 < high) {
    uint64_t middle = (low + high) / 2;
    if (started[middle].era <= era)
      low = middle;
    else
      high = middle;
  }
  uint32_t block_era = started[low].era;
  bool same_block = block_era == M.block_era;
  for (uint32_t i = 0; i < n_acquired; i++) {
    if (same_block && !mine(i)) continue;
    const struct word *w = &words[acquired[i].word];
    uint32_t first = 0, end = acquired[i].n;
    while (first < end) {
      uint32_t middle = (first + end) / 2;
      if (w->release[middle].block_era < block_era)
        first = middle + 1;
      else
        end = middle;
    }
    for (; first < acquired[i].n && w->release[first].block_era == block_era; first++) {
      const struct release *r = &w->release[first];
      if (era == r->own_fence && tid == r->tid) return true;
      if (era == r->era && tid / WARP == r->tid / WARP && tick < r->warp_tick) return true;
      if (!same_block && (era < r->own_fence || era <= r->any_fence)) return true;
    }
  }
  return false;
}

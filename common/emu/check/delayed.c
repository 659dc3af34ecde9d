// Volatile stores that other blocks see delayed, as on a device, where blocks run side by side.
//
// The blocks of an ordinary launch run one after another, so a look-back block would always find its
// predecessors finished, and its waiting paths would never run. To run those paths, a seed delays some
// volatile stores to global memory: other blocks read the old value until they have polled a few times or a
// few more blocks have begun. In some blocks the first store to a word is delayed (so that the others must
// wait), in some a later one (so that they read the value published first). Neighbours in the order of their
// beginning do alike: so a block may find that several before it have published no more than a first value.
// Stores to different words arrive in any order, as on a device, unless a fence stands between them. A fence
// in the block, the end of the launch, or any access to the word other than another block's volatile load
// delivers the stores. Before some fences the block is suspended, so that others see its stores up to there.
#include "check/delayed.h"
#include "memory/heap.h"
#include <string.h>

enum { SLOTS = 256, MOST_A_BLOCK = 32, MOST_A_LAUNCH = 256, LONGEST = 4, MOST_HELD = 16, ALIKE = 4 };

static struct delayed {
  uint64_t addr; // 0: empty
  uint32_t size; // 4 or 8, aligned: it lies in one slot's 8 bytes
  uint32_t n;    // values on the way, the earlier first
  uint8_t value[2][8], seen[8],
      state[2]; // seen: what the others see meanwhile; state: of the words, as they see them
  uint32_t block_epoch, tid;
  uint32_t polls;   // so many more volatile loads find the old content
  uint64_t arrives; // when so many blocks have begun
} slot[SLOTS];
static uint32_t under_way, this_block, this_launch, held;
static uint64_t stores, launches; // since the seed was set: stores that might have been delayed
static bool appends;              // the running thread's store is to follow one that is under way
// By the running thread, whose next callback tells that the store has been made.
static struct delayed *stored;

// The words of one digit or flag in several tiles lie a power of two apart: they must not share a slot.
static struct delayed *slot_of(uint64_t addr) {
  return &slot[((addr >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SLOTS];
}

static void set_time(struct delayed *l) {
  uint64_t random = seed_mix(L.seed ^ seed_mix(stores << 32 | l->n));
  l->polls = 1 + (uint32_t)(random % LONGEST);
  l->arrives = L.blocks_begun + 2 + random / LONGEST % LONGEST;
}

// The first value arrives; a second one takes its time again.
static void arrive_one(struct delayed *l) {
  uint8_t *state = &M.heap_state[(l->addr - HEAP_BASE) >> 2];
  bool freed = !(*state >> 4); // by the kernel itself
  for (uint32_t w = 0; w < l->size / 4 && !freed; w++) l->state[w] = state[w] |= 15;
  if (!freed) memcpy((void *)l->addr, l->value[0], l->size);
  memcpy(l->seen, l->value[0], l->size);
  memcpy(l->value[0], l->value[1], l->size);
  if (--l->n) {
    set_time(l);
    return;
  }
  l->addr = 0;
  if (--under_way == 0) pending_end(PENDING_DELAYED);
}

static void arrive(struct delayed *l) {
  while (l->addr) arrive_one(l);
}

// Takes what has been stored, and puts back what the others see.
static void keep_back(void) {
  struct delayed *l = stored;
  stored = NULL;
  memcpy(l->value[l->n++], (void *)l->addr, l->size);
  memcpy((void *)l->addr, l->seen, l->size);
  memcpy(&M.heap_state[(l->addr - HEAP_BASE) >> 2], l->state, l->size / 4);
}

void delayed_reset(void) {
  stores = launches = 0;
}

void delayed_settle(void) {
  if (stored) keep_back();
}

void delayed_access(uint64_t addr, uint32_t size, int touch) {
  if (stored) keep_back();
  for (uint64_t a = addr & ~7ull; a < addr + size; a += 8) {
    struct delayed *l = slot_of(a);
    if (!l->addr || l->addr >= addr + size || addr >= l->addr + l->size) continue;
    if (touch == (TOUCH_LOAD | TOUCH_SYNC) && l->block_epoch != M.block_first_epoch && l->polls) {
      l->polls--;
      continue;
    }
    if (touch == (TOUCH_LOAD | TOUCH_SYNC) && l->block_epoch != M.block_first_epoch)
      arrive_one(l);
    else if (!appends)
      arrive(l);
  }
}

bool delayed_wanted(uint64_t addr, uint32_t size) {
  if (!L.adverse || L.cooperative || (size != 4 && size != 8) || addr % size || !heap_has(addr)) return false;
  if (stored) keep_back();
  struct delayed *l = slot_of(addr);
  appends = l->addr == addr && l->size == size && l->n == 1 && l->block_epoch == M.block_first_epoch &&
            l->tid == M.tid;
  if (appends) return true;
  if (this_block == MOST_A_BLOCK || this_launch == MOST_A_LAUNCH || l->addr) return false;
  bool first = M.heap_shadow[(addr - HEAP_BASE) >> 2].w_epoch < M.launch_epoch;
  if (first != (bool)(seed_mix(L.seed + seed_mix(launches << 32 | L.blocks_begun / ALIKE)) & 1)) return false;
  return seed_mix(L.seed + seed_mix(++stores)) & 1;
}

void delayed_store(uint64_t addr, uint32_t size, const uint8_t *state) {
  struct delayed *l = slot_of(addr);
  if (appends) {
    appends = false;
    stored = l;
    return;
  }
  if (M.pending & PENDING_RACE || l->addr) return; // the old content must stay to be compared
  *l = (struct delayed){.addr = addr, .size = size, .block_epoch = M.block_first_epoch, .tid = M.tid};
  memcpy(l->seen, (void *)addr, size);
  memcpy(l->state, state, size / 4);
  set_time(l);
  stored = l;
  under_way++;
  this_block++;
  this_launch++;
  pending_begin(PENDING_DELAYED);
}

void delayed_fence(void) {
  if (stored) keep_back();
  for (struct delayed *l = slot; l < slot + SLOTS && under_way; l++)
    if (l->addr && l->block_epoch == M.block_first_epoch) arrive(l);
}

void delayed_hold(void) {
  if (!under_way || !L.may_wait || held == MOST_HELD) return;
  bool mine = stored;
  for (struct delayed *l = slot; l < slot + SLOTS && !mine; l++)
    mine = l->addr && l->block_epoch == M.block_first_epoch;
  if (!mine || !(seed_mix(L.seed + seed_mix(stores + L.block_linear)) & 1)) return;
  held++;
  L.held = true;
  scheduler.yield(LOG_FULL);
}

void delayed_block_begins(void) {
  this_block = 0;
  for (struct delayed *l = slot; l < slot + SLOTS && under_way; l++)
    if (l->addr && L.blocks_begun >= l->arrives) arrive_one(l);
}

void delayed_launch_ends(void) {
  appends = false;
  stored = NULL; // given up in the middle of it
  for (struct delayed *l = slot; l < slot + SLOTS; l++) {
    if (l->addr && l->n) arrive(l);
    l->addr = 0;
  }
  under_way = this_launch = held = 0;
  launches++;
  L.held = false;
  pending_end(PENDING_DELAYED);
}

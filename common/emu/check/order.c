// Order between threads that hand data over: a thread that fences and then stores atomically (or through a volatile)
// releases what it did before; a thread that then loads that word acquires it, a volatile load with a fence behind it.
//
// What a release covers: everything of the releasing thread before its fence; everything of its block that a barrier,
// or of its warp that a __syncwarp, separates from the fence; the same of a thread that has fenced before a barrier that
// lies before the release. A fence moves its warp's tick on, so that accesses before and behind it can be told apart.
// Order is handed on: what a thread has acquired before its fence its release covers too.
#include "check/order.h"
#include "check/race.h"
#include "check/release_scope.h"
#include "check/epoch.h"
#include "check/delayed.h"
#include <stdlib.h>
#include <string.h>

enum lenience { STRICT, ANY_SCOPE, NO_ACQUIRE_FENCE };

struct release {
  uint32_t block, epoch;
  uint16_t tid;
  bool of_block;             // by an atomic of block scope
  const struct reach *reach; // one for each scope
};
struct word {
  uint64_t addr;
  uint32_t last_block, last; // the last block that acquired it, and that acquisition
  uint32_t n, capacity;
  struct release *release;
  uint32_t searched, search,
      search_block; // so many releases have been looked at by that search for that block
  uint8_t least;
};
struct acquisition {
  uint32_t word, n; // of the word, the first n releases
  uint32_t epoch, next;
  uint16_t tid, tick;
  bool weak, of_block; // weak: by a load that orders only with a fence behind it
  bool swap;           // weak for other blocks: by a swap, as a lock is taken
  uint32_t block;
  // Of a weak one, for each scope: the thread's first fence behind it (epoch 0: none yet), and its acquisition before this one,
  // if that has none either.
  struct fence fence[SCOPES];
  uint32_t unfenced[SCOPES];
};
struct stretch { // of a block's run, from this epoch on; `continues`: its first epoch is the rest of that one
  uint32_t epoch, block, continues;
};

static struct timeline *spare;
static struct word *words;
static uint32_t n_words, word_capacity, *slots, slot_mask;
static struct acquisition *acquired; // entry 0 is none
static uint32_t n_acquired, acquired_capacity;
static struct stretch *stretch;
static uint32_t n_stretches, stretch_capacity;
static struct {
  uint64_t linear;
  uint32_t acquired;
  bool signals; // it has used volatile or atomic words of global memory
} * blocks;
static uint32_t n_blocks, block_capacity;
static bool block_scope_used; // by a fence or an atomic of this launch
static uint32_t searches;
static uint64_t effort; // releases looked at in this launch

#define GROW(array, count, capacity)                                                                         \
  if ((count) >= (capacity)) {                                                                               \
    (capacity) = (capacity) ? 2 * (capacity) : 64;                                                           \
    (array) = realloc((array), (size_t)(capacity) * sizeof *(array));                                        \
    if (!(array)) abort();                                                                                   \
  }

bool order_took_turns;

void order_launch_begin(void) {
  for (uint32_t i = 0; i < n_words; i++) free(words[i].release);
  reach_launch_begin();
  n_words = n_stretches = n_blocks = 0;
  n_acquired = 1;
  effort = 0;
  block_scope_used = order_took_turns = false;
  if (slots) memset(slots, 0, (slot_mask + 1) * sizeof *slots);
}

// ---- where in a block's run something happened ----

static void begin_stretch(uint32_t continues) {
  GROW(stretch, n_stretches, stretch_capacity);
  stretch[n_stretches++] = (struct stretch){M.block_epoch, T->block, continues};
  resumed_epoch = continues;
}

void order_block_begin(void) {
  GROW(blocks, n_blocks, block_capacity);
  blocks[n_blocks].linear = L.block_linear;
  blocks[n_blocks].acquired = 0;
  blocks[n_blocks].signals = false;
  T->block = n_blocks++;
  T->epoch[DEVICE] = T->epoch[BLOCK] = T->epoch_before[DEVICE] = T->epoch_before[BLOCK] = 0;
  M.fenced = false;
  begin_stretch(0);
}

struct timeline *order_block_put_aside(void) {
  struct timeline *aside = T;
  if (!spare && !(spare = calloc(1, sizeof *spare))) abort();
  T = spare;
  spare = T->next;
  T->next = NULL;
  return aside;
}

void order_block_take_up(struct timeline *aside, uint32_t epoch) {
  T->next = spare;
  spare = T;
  T = aside;
  M.fenced = T->epoch[BLOCK] != 0;
  order_took_turns = true;
  begin_stretch(epoch);
}

struct moment order_when(uint32_t epoch) {
  uint32_t low = 0, high = n_stretches;
  while (low + 1 < high) {
    uint32_t middle = (low + high) / 2;
    if (stretch[middle].epoch <= epoch)
      low = middle;
    else
      high = middle;
  }
  const struct stretch *s = &stretch[low];
  return (struct moment){s->block, epoch == s->epoch && s->continues ? s->continues : epoch,
                         s->block == T->block, blocks[s->block].linear};
}

// ---- fences ----

// The running thread's latest acquisition without a fence behind it; 0: none. What an earlier block has left there is another's.
static uint32_t unfenced(int s) {
  uint32_t a = T->unfenced[s][M.tid];
  return a && a < n_acquired && acquired[a].tid == M.tid && acquired[a].block == T->block ? a : 0;
}

void order_fence(bool of_block) {
  if (of_block)
    block_scope_used = true;
  else
    delayed_fence();
  block_advance_tick(M.warp);
  M.tick = M.warp->tick;
  race_lane_runs();
  uint32_t epoch = order_epoch();
  for (int s = of_block ? BLOCK : DEVICE; s < SCOPES; s++) {
    struct fence *f = &T->last[s][M.tid];
    if (f->epoch != epoch)
      T->before[s][M.tid] = *f;
    else if (f->tick <= reach_synced(M.lane, M.lane))
      T->passed[s][M.tid] = *f;
    *f = (struct fence){epoch, M.tick, M.warp->full_tick};
    for (uint32_t a = unfenced(s); a; a = acquired[a].unfenced[s]) acquired[a].fence[s] = *f;
    T->unfenced[s][M.tid] = 0;
    if (T->epoch[s] == epoch) continue;
    T->epoch_before[s] = T->epoch[s];
    T->epoch[s] = epoch;
  }
  M.fenced = true;
}

// ---- releases ----

static bool covers(const struct release *r, int s, uint32_t tid, uint32_t epoch, uint32_t tick) {
  return reach_covers(&r->reach[s], r->tid, r->epoch, tid, epoch, tick);
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

static void release(struct word *w, bool of_block) {
  const struct reach *reach = reach_now();
  if (!reach[BLOCK].here && !reach[BLOCK].epoch) return;
  struct release *before = w->n ? &w->release[w->n - 1] : NULL;
  if (before && before->reach == reach && before->of_block == of_block) return;
  GROW(w->release, w->n, w->capacity);
  w->release[w->n++] = (struct release){T->block, order_epoch(), (uint16_t)M.tid, of_block, reach};
}

// ---- acquisitions ----

static void acquire(struct word *w, bool weak, bool swap, bool of_block) {
  struct acquisition *last = w->last && w->last_block == T->block ? &acquired[w->last] : NULL;
  if (last && last->tid == M.tid && last->n == w->n && (weak || !last->weak)) return;
  GROW(acquired, n_acquired, acquired_capacity);
  acquired[n_acquired] = (struct acquisition){.word = (uint32_t)(w - words),
                                              .n = w->n,
                                              .epoch = order_epoch(),
                                              .next = blocks[T->block].acquired,
                                              .tid = (uint16_t)M.tid,
                                              .tick = M.tick,
                                              .weak = weak,
                                              .swap = swap,
                                              .of_block = of_block,
                                              .block = T->block};
  for (int s = 0; weak && s < SCOPES; s++) {
    acquired[n_acquired].unfenced[s] = unfenced(s);
    T->unfenced[s][M.tid] = n_acquired;
  }
  w->last_block = T->block;
  w->last = blocks[T->block].acquired = n_acquired++;
}

static void sync_access(uint64_t addr, int touch) {
  if (!T->epoch[BLOCK] && !n_words) return; // nobody has released anything in this launch
  struct word *w = word_of(addr);
  bool of_block = touch & TOUCH_BLOCK;
  block_scope_used |= of_block;
  // A lock is taken by a swap: a fence has to stand behind it, if another block had it before. A count needs none here, as in the
  // last block's reduction.
  bool swap = touch & (TOUCH_COMPARE | TOUCH_UNREAD),
       weak = !(touch & TOUCH_STORE) || touch & TOUCH_WEAK || swap;
  if (touch & TOUCH_LOAD && w->n) acquire(w, weak, swap, of_block);
  if (touch & TOUCH_STORE && !(touch & TOUCH_WEAK) && T->epoch[BLOCK])
    release(w, of_block); // a load releases nothing
}

void order_sync_global(uint64_t addr, int touch) {
  blocks[T->block].signals = true;
  sync_access(addr, touch);
}

uint32_t order_block(void) {
  return T->block;
}

void order_sync_shared(uint64_t addr, int touch, uint32_t block) {
  sync_access(addr | (uint64_t)((block + 1) & 0xffff) << 48,
              touch); // another block's word has the same address
}

bool order_any(void) {
  return n_blocks && blocks[T->block].acquired;
}

// The running thread may rely on what that access of its block acquired.
static bool usable(const struct acquisition *a, int s, enum lenience lenient) {
  uint32_t now = order_epoch(), lane = a->tid % WARP;
  const struct fence *own = &T->last[s][M.tid], *f = &a->fence[s];
  bool fenced = !a->weak || lenient == NO_ACQUIRE_FENCE || (a->swap && s == BLOCK && lenient != ANY_SCOPE);
  if (a->tid == M.tid) return fenced || f->epoch;
  uint16_t together = a->tid / WARP == M.tid / WARP ? reach_synced(lane, M.lane) : 0; // in this epoch
  if (a->epoch == now && a->tick >= together) return false;
  if (fenced || own->epoch > a->epoch || (own->epoch == a->epoch && own->synced > a->tick)) return true;
  if (f->epoch && (f->epoch < now || f->tick <= together)) return true;
  return (T->epoch[s] == now ? T->epoch_before[s] : T->epoch[s]) > a->epoch;
}

struct task { // what a block has acquired, to be looked at
  uint32_t acquisition, block;
  int least; // BLOCK: by an atomic or a fence of block scope, so that only its own block's releases count
};
static struct task *tasks;
static uint32_t n_tasks, task_capacity;

// A word whose releases this search has looked at already, on behalf of the same block where that matters.
static uint32_t searched(const struct word *w, uint32_t block, int least) {
  bool same = w->search == searches && (!block_scope_used || (w->search_block == block && w->least <= least));
  return same ? w->searched : 0;
}

static void push(uint32_t acquisition, uint32_t block, int least) {
  const struct acquisition *a = &acquired[acquisition];
  if (searched(&words[a->word], block, least) >= a->n) return;
  GROW(tasks, n_tasks, task_capacity);
  tasks[n_tasks++] = (struct task){acquisition, block, least};
}

// The releases of one block among the word's first n; all n where blocks have taken turns.
static uint32_t first_of(const struct word *w, uint32_t n, uint32_t block) {
  uint32_t first = 0, end = order_took_turns ? 0 : n;
  while (first < end) {
    uint32_t middle = (first + end) / 2;
    if (w->release[middle].block < block)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

// The scope from which on a release counts for a block that acquires it from that scope on; SCOPES: from none.
static int scope_between(const struct release *r, uint32_t block, int least, enum lenience lenient) {
  if (r->block == block || lenient == ANY_SCOPE) return BLOCK;
  return least == BLOCK || r->of_block ? SCOPES : DEVICE;
}

static int least_scope(const struct acquisition *a, enum lenience lenient) {
  return a->of_block && lenient != ANY_SCOPE ? BLOCK : DEVICE;
}

static bool handed_over(const struct moment *at, uint32_t tid, uint32_t tick, enum lenience lenient) {
  enum { MOST_EFFORT = 1 << 28 };
  if (!order_any()) return false;
  searches++;
  n_tasks = 0;
  for (uint32_t a = blocks[T->block].acquired; a; a = acquired[a].next) {
    int least = usable(&acquired[a], lenient == ANY_SCOPE ? BLOCK : DEVICE, lenient)
                    ? least_scope(&acquired[a], lenient)
                : usable(&acquired[a], BLOCK, lenient) ? BLOCK
                                                       : SCOPES;
    if (least == SCOPES) continue;
    const struct word *w = &words[acquired[a].word];
    for (uint32_t i = first_of(w, acquired[a].n, at->block); i < acquired[a].n; i++) {
      const struct release *r = &w->release[i];
      int s = scope_between(r, T->block, least, lenient);
      if (r->block != at->block && !order_took_turns) break;
      if (r->block == at->block && s < SCOPES && covers(r, s, tid, at->epoch, tick)) return true;
    }
    push(a, T->block, least);
  }
  while (n_tasks) {
    struct task task = tasks[--n_tasks];
    const struct acquisition *a = &acquired[task.acquisition];
    struct word *w = &words[a->word];
    uint32_t first = searched(w, task.block, task.least);
    if (first >= a->n) continue;
    w->search = searches;
    w->search_block = task.block;
    w->least = (uint8_t)task.least;
    w->searched = a->n;
    for (uint32_t i = first; i < a->n; i++) {
      const struct release *r = &w->release[i];
      int s = scope_between(r, task.block, task.least, lenient);
      if (++effort > MOST_EFFORT) return true; // what is not found any more is not told either
      if (s == SCOPES) continue;
      if (r->block == at->block && covers(r, s, tid, at->epoch, tick)) return true;
      for (uint32_t b = blocks[r->block].acquired; b; b = acquired[b].next, effort++)
        if (covers(r, s, acquired[b].tid, acquired[b].epoch, acquired[b].tick))
          push(b, r->block, least_scope(&acquired[b], lenient));
    }
  }
  return false;
}

bool order_covers(const struct moment *at, uint32_t tid, uint32_t tick) {
  return handed_over(at, tid, tick, STRICT);
}

const char *order_lacks(const struct moment *at, uint32_t tid, uint32_t tick) {
  if (handed_over(at, tid, tick, ANY_SCOPE))
    return "the fence or the atomic between them is of block scope; blocks need __threadfence() and atomics "
           "without "
           "_block";
  if (handed_over(at, tid, tick, NO_ACQUIRE_FENCE))
    return "what follows may be done before the flag or the lock is seen: put __threadfence() after the loop "
           "that waits "
           "for the flag, or after the atomic that takes the lock";
  return NULL;
}

const char *order_lacks_fence(const struct moment *at) {
  if (at->own || !blocks[at->block].signals || !blocks[T->block].signals) return NULL;
  return "if a flag or a counter hands the value over, put __threadfence() before it is set and after it is "
         "read; "
         "else give each block its own element: blocks run in any order";
}

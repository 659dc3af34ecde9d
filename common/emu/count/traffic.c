// The first-level cache, block by block, and the list of what passes it. The second-level cache sees that list when the launch is
// over, since blocks ran one after another here and run side by side on a device.
#include "count/traffic.h"
#include "base/text.h"
#include "count/loops.h"
#include "memory/image.h"
#include "memory/launch.h"
#include <stdlib.h>
#include <string.h>

bool modelling;

static struct emu_demand demand;

static void add(int what, uint64_t n) {
  demand.v[what] += n;
}

// ---- the first-level cache: each block has its share of its multiprocessor's, and begins with nothing ----

enum { LINE = 128, SECTOR = 32, WAYS = 8, L1_BYTES = 256 << 10, MOST_SETS = L1_BYTES / LINE / WAYS };

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

static void l1_clear(void) {
  memset(l1, 0, sizeof l1);
  l1_time = 0;
}

// Whether the sector is there; a load brings it.
static bool l1_has(uint64_t sector, bool load) {
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

// ---- what passes it ----

static struct {
  struct l2_access *access;
  uint64_t n, room;
  // Pieces of blocks' accesses, as they ran: where each begins, whose it is.
  struct piece {
    uint64_t begin, block;
  } * piece;
  uint64_t pieces, piece_room;
  uint64_t now; // whose come next
} passed;

static uint64_t resident;

static void settle(void);

enum { MOST_PASSED = 1 << 25 }; // more are not kept: those until then come first
static void pass(uint64_t sector, bool writes, uint32_t bytes) {
  if (passed.n == MOST_PASSED) settle();
  if (!passed.pieces || passed.piece[passed.pieces - 1].block != passed.now) {
    if (passed.pieces == passed.piece_room) {
      passed.piece_room = passed.piece_room ? 2 * passed.piece_room : 1024;
      passed.piece = must_realloc(passed.piece, passed.piece_room * sizeof *passed.piece);
    }
    passed.piece[passed.pieces++] = (struct piece){passed.n, passed.now};
  }
  if (passed.n == passed.room) {
    passed.room = passed.room ? 2 * passed.room : 1 << 16;
    passed.access = must_realloc(passed.access, passed.room * sizeof *passed.access);
  }
  passed.access[passed.n++] = (struct l2_access){sector, writes, bytes < SECTOR ? bytes : SECTOR};
}

// ---- requests ----

struct part { // of a request: a sector, and how many of its bytes
  uint64_t sector;
  uint32_t bytes;
};

// Lines of the list, which is in no order.
static uint64_t lines_of(const uint64_t *sector, int n) {
  uint64_t line[2 * WARP], lines = 0;
  for (int i = 0; i < n; i++) {
    uint64_t l = sector[i] / (LINE / SECTOR), k = lines;
    while (k-- > 0)
      if (line[k] == l) break;
    if (k == UINT64_MAX) line[lines++] = l;
  }
  return lines;
}

// A block's warps run one after another here and side by side on a device, where they take the first-level cache from each
// other. So their requests wait until each has run to the next barrier, and come to the cache in turns.
enum { MOST_WAITING = 1 << 20 };
static struct {
  struct waiting {
    uint32_t warp, kind, first, n; // its parts
    uint64_t stretch;              // of the warp's code
  } * request;
  struct part *part;
  uint64_t n, room, parts, part_room;
  uint32_t ran; // a bit for each warp that has
} waiting;

static struct of_warp {
  uint64_t stretch, stops,
      shared_stops; // under way; how often loads had to stay behind something, those from shared memory
  uint64_t trip, far,
      shared; // the stretches of the latest load, the latest that missed, the latest from shared memory
} of_warp[WARPS_A_BLOCK], *self;

static void arrive(const struct waiting *r) {
  const struct part *p = waiting.part + r->first;
  struct of_warp *w = &of_warp[r->warp];
  uint64_t all[2 * WARP], far[2 * WARP];
  int n_far = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    all[i] = p[i].sector;
    if (r->kind == KIND_LOAD && l1_has(p[i].sector, true)) continue;
    far[n_far++] = p[i].sector;
    pass(p[i].sector, r->kind != KIND_LOAD, p[i].bytes);
  }
  add(EMU_DEMAND_l1_lines, lines_of(all, (int)r->n));
  switch (r->kind) {
  case KIND_LOAD:
    add(EMU_DEMAND_memory_trips, w->trip != r->stretch);
    add(EMU_DEMAND_far_trips, n_far && w->far != r->stretch);
    w->trip = r->stretch;
    if (n_far) w->far = r->stretch;
    add(EMU_DEMAND_l2_load_sectors, (uint64_t)n_far);
    add(EMU_DEMAND_l2_load_lines, lines_of(far, n_far));
    break;
  case KIND_STORE:
    add(EMU_DEMAND_l2_store_sectors, (uint64_t)n_far);
    add(EMU_DEMAND_l2_store_lines, lines_of(far, n_far));
    break;
  default:
    add(EMU_DEMAND_global_atomic_sectors, (uint64_t)n_far);
  }
}

// All that wait, a request of each warp in turn.
static void arrive_all(void) {
  uint64_t at[WARPS_A_BLOCK] = {0}, left = waiting.n;
  while (left)
    for (uint32_t w = 0; w < WARPS_A_BLOCK; w++) {
      while (at[w] < waiting.n && waiting.request[at[w]].warp != w) at[w]++;
      if (at[w] == waiting.n) continue;
      arrive(&waiting.request[at[w]++]);
      left--;
    }
  waiting.n = waiting.parts = 0;
  waiting.ran = 0;
}

void traffic_warp(const struct warp *w) {
  static uint64_t last_block;
  static uint32_t last_warp;
  bool new_block = last_block != M.block_first_epoch, other = new_block || last_warp != w->index;
  if (new_block || (other && waiting.ran >> w->index & 1)) arrive_all();
  if (new_block) l1_clear();
  if (other) merge_begin();
  of_warp[w->index].stops += other;
  waiting.ran |= 1u << w->index;
  self = &of_warp[w->index];
  last_block = M.block_first_epoch;
  last_warp = w->index;
  loop_warp(w);
}

void traffic_block(uint32_t pc, uint32_t depth, int lanes) {
  loop_block(pc, depth, lanes);
  self->stretch = loop_stretch();
}

// Loads do not go before a store to the same memory, nor before an atomic or a barrier.
static uint64_t stretch_of(uint64_t stops) {
  return self->stretch ^ stops << 40;
}

static void request(int kind, const struct part *p, int n) {
  loop_request();
  self->stops += kind != KIND_LOAD;
  passed.now = L.block_linear;
  if (waiting.parts > MOST_WAITING) arrive_all();
  if (waiting.n == waiting.room) {
    waiting.room = waiting.room ? 2 * waiting.room : 4096;
    waiting.request = must_realloc(waiting.request, waiting.room * sizeof *waiting.request);
  }
  if (waiting.parts + (uint64_t)n > waiting.part_room) {
    waiting.part_room = waiting.part_room ? 2 * waiting.part_room : 1 << 16;
    waiting.part = must_realloc(waiting.part, waiting.part_room * sizeof *waiting.part);
  }
  memcpy(waiting.part + waiting.parts, p, (size_t)n * sizeof *p);
  waiting.request[waiting.n++] =
      (struct waiting){(uint32_t)(self - of_warp), (uint32_t)kind, (uint32_t)waiting.parts, (uint32_t)n,
                       stretch_of(self->stops)};
  waiting.parts += (uint64_t)n;
}

// Places with atomic additions of floating-point numbers, or of the constant 1; `used`: the kernel wants the old value.
enum { PLACES = 1024 };
static struct adds {
  uint32_t pc;
  bool floats, ones, used;
  uint64_t saved; // steps of this launch on shared memory, if the device counts the lanes
} adds[PLACES];

static struct adds *adds_at(uint32_t pc) {
  return &adds[seed_mix(pc) % PLACES];
}

void traffic_adds(uint32_t pc, bool floats) {
  struct adds *a = adds_at(pc);
  if (a->pc != pc) *a = (struct adds){.pc = pc, .floats = floats, .ones = !floats};
}

void traffic_adds_used(uint32_t pc) {
  struct adds *a = adds_at(pc);
  if (a->pc == pc) a->used = true;
}

void traffic_run(int kind, uint64_t addr, uint64_t bytes) { // at most 32 words
  struct part part[2 * WARP];
  int n = 0;
  for (uint64_t at = addr, end = addr + bytes; at < end; n++) {
    uint64_t next = (at / SECTOR + 1) * SECTOR;
    if (next > end) next = end;
    part[n] = (struct part){at / SECTOR, (uint32_t)(next - at)};
    at = next;
  }
  request(kind, part, n);
}

static void note_atomic(uint64_t sector, uint64_t steps, bool floats);
static uint64_t most_on_one(uint64_t sector, const uint64_t *addr, int n);

// Adds the bytes to the sector's; a sector that is not there yet comes last.
static void add_part(struct part *part, int *n, uint64_t sector, uint32_t bytes) {
  for (int i = *n; i-- > 0;)
    if (part[i].sector == sector) {
      part[i].bytes += bytes;
      return;
    }
  part[(*n)++] = (struct part){sector, bytes};
}

void traffic_request(uint32_t pc, int kind, const uint64_t *addr, const uint32_t *size, int n) {
  struct part part[2 * WARP];
  int parts = 0;
  for (int i = 0; i < n; i++) {
    uint64_t first = addr[i] / SECTOR, last = (addr[i] + size[i] - 1) / SECTOR;
    for (uint64_t s = first; s <= last; s++)
      add_part(part, &parts, s, size[i] / (uint32_t)(last - first + 1));
  }
  for (int i = 0; i < parts && kind == KIND_ATOMIC; i++)
    note_atomic(part[i].sector, most_on_one(part[i].sector, addr, n),
                adds_at(pc)->pc == pc && adds_at(pc)->floats);
  request(kind, part, parts);
}

// Steps of an atomic on shared memory: the busiest bank's lanes, or its words alone, where the device counts the lanes on a word.
static uint64_t atomic_steps(const uint64_t *addr, int n, bool words_alone) {
  uint64_t of_bank[WARP] = {0}, most = 0;
  for (int i = 0; i < n; i++) {
    int k = words_alone ? i : 0;
    while (k-- > 0)
      if (addr[k] == addr[i]) break;
    if (k >= 0) continue;
    uint64_t steps = ++of_bank[addr[i] / 4 % WARP];
    if (steps > most) most = steps;
  }
  return most;
}

static void shared_atomic(uint32_t pc, const uint64_t *addr, int n) {
  struct adds *a = adds_at(pc);
  uint64_t steps = atomic_steps(addr, n, false);
  bool ones = a->pc == pc && a->ones;
  if (ones) a->saved += steps - atomic_steps(addr, n, true);
  add(EMU_DEMAND_shared_atomic_steps, steps);
}

// Whether the kernel wants the old value is known when it has run.
static void save_steps(void) {
  for (struct adds *a = adds; a < adds + PLACES; a++) {
    if (!a->used) demand.v[EMU_DEMAND_shared_atomic_steps] -= a->saved;
    a->saved = 0;
  }
}

void traffic_shared(uint32_t pc, int kind, const uint64_t *addr, uint32_t size, int n, uint64_t cost) {
  if (kind == KIND_ATOMIC) shared_atomic(pc, addr, n);
  loop_request();
  if (kind == KIND_LOAD) add(EMU_DEMAND_wide_wavefronts, wide_cost(size, cost) - cost);
  if (kind == KIND_LOAD)
    merge_load(addr, size, n, cost);
  else
    merge_begin();
  self->stops += kind == KIND_ATOMIC;
  self->shared_stops += kind == KIND_STORE;
  if (kind == KIND_STORE || self->shared == stretch_of(self->stops + self->shared_stops)) return;
  add(EMU_DEMAND_shared_trips, 1);
  self->shared = stretch_of(self->stops + self->shared_stops);
}

// ---- the 512 bytes in which most atomics happen: in a table whose places belong to the last ones that fell there ----

// Atomics on one word wait for each other, and so do those on sectors of the same 512 bytes (measured on an H200:
// grading/model/bench/atomics.cu, 1 to 32768 words).
enum { HOT = 1 << 16, UNIT = 512 };
static struct { uint64_t unit, steps, float_steps; } hot[HOT];

static void note_atomic(uint64_t sector, uint64_t steps, bool floats) {
  uint64_t unit = sector / (UNIT / SECTOR), at = seed_mix(unit) % HOT;
  if (hot[at].unit != unit) hot[at].unit = unit, hot[at].steps = hot[at].float_steps = 0;
  add(EMU_DEMAND_global_atomic_steps, steps);
  uint64_t *most = &demand.v[floats ? EMU_DEMAND_hottest_float_steps : EMU_DEMAND_hottest_atomic_steps];
  uint64_t *own = floats ? &hot[at].float_steps : &hot[at].steps;
  *own += steps;
  if (*own > *most) *most = *own;
}

// The most lanes on one address of the sector.
static uint64_t most_on_one(uint64_t sector, const uint64_t *addr, int n) {
  uint64_t most = 0;
  for (int i = 0; i < n; i++) {
    uint64_t same = 0;
    if (addr[i] / SECTOR != sector) continue;
    for (int k = i; k < n; k++) same += addr[k] == addr[i];
    if (same > most) most = same;
  }
  return most;
}

// ---- launches ----

void traffic_launch_begin(uint64_t blocks_at_once) {
  memset(&demand, 0, sizeof demand);
  memset(hot, 0, sizeof hot);
  passed.n = passed.pieces = 0;
  waiting.n = waiting.parts = 0;
  waiting.ran = 0;
  memset(of_warp, 0, sizeof of_warp);
  loop_begin();
  resident = blocks_at_once ? blocks_at_once : 1;
  l1_resize();
  l1_clear();
}

static int by_block(const void *a, const void *b) {
  const struct piece *x = a, *y = b;
  if (x->block != y->block) return x->block < y->block ? -1 : 1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

// A copy of the list in which each block's accesses lie together, the blocks as a device begins them.
static uint64_t sort_by_block(struct l2_access *to, uint64_t *begin) {
  uint64_t blocks = 0, n = 0;
  for (uint64_t p = 0; p < passed.pieces; p++) // the low half: which piece it was
    passed.piece[p].block = passed.piece[p].block << 32 | p;
  uint64_t *ends = must_realloc(NULL, (passed.pieces + 1) * sizeof *ends);
  for (uint64_t p = 0; p < passed.pieces; p++)
    ends[p] = p + 1 < passed.pieces ? passed.piece[p + 1].begin : passed.n;
  qsort(passed.piece, passed.pieces, sizeof *passed.piece, by_block);
  for (uint64_t p = 0; p < passed.pieces; p++) {
    const struct piece *q = &passed.piece[p];
    uint64_t length = ends[q->block & UINT32_MAX] - q->begin;
    if (!p || q->block >> 32 != q[-1].block >> 32) begin[blocks++] = n;
    memcpy(to + n, passed.access + q->begin, length * sizeof *to);
    n += length;
  }
  begin[blocks] = n;
  free(ends);
  return blocks;
}

// Lets the second-level cache see what has passed until now.
static void settle(void) {
  if (!passed.n) return;
  struct l2_access *sorted = must_realloc(NULL, passed.n * sizeof *sorted);
  uint64_t *begin = must_realloc(NULL, (passed.pieces + 1) * sizeof *begin);
  uint64_t blocks = sort_by_block(sorted, begin);
  l2_run(sorted, passed.n, begin, blocks, resident, &demand);
  free(sorted);
  free(begin);
  passed.n = passed.pieces = 0;
}

void traffic_launch_end(struct emu_demand *sum) {
  save_steps();
  arrive_all();
  settle();
  loop_end(&demand);
  demand.v[EMU_DEMAND_resident_warps] =
      resident * L.n_warps * (uint64_t)device_model()->processors / (uint64_t)device_processors();
  for (int i = 0; i < EMU_DEMAND_COUNT; i++) sum->v[i] += demand.v[i];
}

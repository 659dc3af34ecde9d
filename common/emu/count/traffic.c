// The first-level cache, block by block, and the list of what passes it. The second-level cache sees that list when the launch is
// over, since blocks ran one after another here and run side by side on a device.
#include "count/traffic.h"
#include "base/text.h"
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
static uint64_t l1_time, l1_block;

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
  l1_block = M.block_first_epoch;
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
} passed;

static uint64_t resident;

static void settle(void);

enum { MOST_PASSED = 1 << 25 }; // more are not kept: those until then come first
static void pass(uint64_t sector, bool writes, uint32_t bytes) {
  if (passed.n == MOST_PASSED) settle();
  if (!passed.pieces || passed.piece[passed.pieces - 1].block != L.block_linear) {
    if (passed.pieces == passed.piece_room) {
      passed.piece_room = passed.piece_room ? 2 * passed.piece_room : 1024;
      passed.piece = must_realloc(passed.piece, passed.piece_room * sizeof *passed.piece);
    }
    passed.piece[passed.pieces++] = (struct piece){passed.n, L.block_linear};
  }
  if (passed.n == passed.room) {
    passed.room = passed.room ? 2 * passed.room : 1 << 16;
    passed.access = must_realloc(passed.access, passed.room * sizeof *passed.access);
  }
  passed.access[passed.n++] = (struct l2_access){sector, writes, bytes < SECTOR ? bytes : SECTOR};
}

// ---- requests ----

// What the basic block under way has done.
static struct { bool trip, far, shared; } block;

void traffic_block(uint32_t pc) {
  block.trip = block.far = block.shared = false;
  loop_block(pc);
}

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

static void request(int kind, const struct part *p, int n) {
  uint64_t all[2 * WARP], far[2 * WARP];
  int n_far = 0;
  if (l1_block != M.block_first_epoch) l1_clear();
  loop_request();
  for (int i = 0; i < n; i++) {
    all[i] = p[i].sector;
    if (kind == KIND_LOAD && l1_has(p[i].sector, true)) continue;
    far[n_far++] = p[i].sector;
    pass(p[i].sector, kind != KIND_LOAD, p[i].bytes);
  }
  add(EMU_DEMAND_l1_lines, lines_of(all, n));
  switch (kind) {
  case KIND_LOAD:
    if (!block.trip) add(EMU_DEMAND_memory_trips, 1);
    if (n_far && !block.far) add(EMU_DEMAND_far_trips, 1);
    block.trip = true;
    block.far |= n_far > 0;
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

static void note_atomic(uint64_t sector, uint64_t steps);
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

void traffic_request(int kind, const uint64_t *addr, const uint32_t *size, int n) {
  struct part part[2 * WARP];
  int parts = 0;
  for (int i = 0; i < n; i++) {
    uint64_t first = addr[i] / SECTOR, last = (addr[i] + size[i] - 1) / SECTOR;
    for (uint64_t s = first; s <= last; s++)
      add_part(part, &parts, s, size[i] / (uint32_t)(last - first + 1));
  }
  for (int i = 0; i < parts && kind == KIND_ATOMIC; i++)
    note_atomic(part[i].sector, most_on_one(part[i].sector, addr, n));
  request(kind, part, parts);
}

void traffic_shared(int kind, int serial_steps) {
  if (kind == KIND_ATOMIC) add(EMU_DEMAND_shared_atomic_steps, (uint64_t)serial_steps);
  loop_request();
  if (kind == KIND_STORE || block.shared) return;
  add(EMU_DEMAND_shared_trips, 1);
  block.shared = true;
}

// ---- the 512 bytes in which most atomics happen: in a table whose places belong to the last ones that fell there ----

// Atomics on one word wait for each other, and so do those on sectors of the same 512 bytes (measured on an H200:
// grading/model/bench/atomics.cu, 1 to 32768 words).
enum { HOT = 1 << 16, UNIT = 512 };
static struct { uint64_t unit, steps; } hot[HOT];

static void note_atomic(uint64_t sector, uint64_t steps) {
  uint64_t unit = sector / (UNIT / SECTOR), at = seed_mix(unit) % HOT;
  if (hot[at].unit != unit) hot[at].unit = unit, hot[at].steps = 0;
  hot[at].steps += steps;
  if (hot[at].steps > demand.v[EMU_DEMAND_hottest_atomic_steps])
    demand.v[EMU_DEMAND_hottest_atomic_steps] = hot[at].steps;
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
  settle();
  loop_end(&demand);
  demand.v[EMU_DEMAND_resident_warps] = resident * L.n_warps;
  for (int i = 0; i < EMU_DEMAND_COUNT; i++) sum->v[i] += demand.v[i];
}

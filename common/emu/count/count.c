// Counting one warp instruction: requests, sectors and wavefronts, active lanes.
#include "count/count.h"
#include "count/cost.h"
#include "count/site.h"
#include "count/modelling.h"
#include "memory/devices.h"
#include "memory/heap.h"

static inline void add(int counter, uint64_t n) {
  M.counters->v[counter] += n;
}

static inline void note(struct site *s, const struct counted *c) {
  s->requests += c->times;
  s->lanes += c->times * (uint64_t)c->lanes;
  s->bytes += c->times * c->cost.bytes;
  if (c->cost.cost > s->most) s->most = c->cost.cost;
}

static inline void add_global(struct site *s, const struct counted *c) {
  bool load = c->kind == KIND_LOAD;
  s->sectors += c->times * c->cost.cost;
  s->sectors_ideal += c->times * c->cost.ideal;
  add(EMU_global_sectors_ideal, c->times * c->cost.ideal);
  add(load ? EMU_global_load_requests : EMU_global_store_requests, c->times);
  add(load ? EMU_global_load_sectors : EMU_global_store_sectors, c->times * c->cost.cost);
  add(load ? EMU_global_load_bytes : EMU_global_store_bytes, c->times * c->cost.bytes);
}

static inline void add_shared(struct site *s, const struct counted *c) {
  bool load = c->kind == KIND_LOAD;
  s->wavefronts += c->times * c->cost.cost;
  s->wavefronts_ideal += c->times * c->cost.ideal;
  add(EMU_shared_wavefronts_ideal, c->times * c->cost.ideal);
  add(load ? EMU_shared_load_requests : EMU_shared_store_requests, c->times);
  add(load ? EMU_shared_load_wavefronts : EMU_shared_store_wavefronts, c->times * c->cost.cost);
  if (load) add(EMU_shared_load_bytes, c->times * c->cost.bytes);
}

static inline void add_constant(struct site *s, const struct counted *c) {
  s->wavefronts += c->times * c->cost.cost;
  s->wavefronts_ideal += c->times * c->cost.ideal;
  add(EMU_constant_load_requests, c->times);
  add(EMU_constant_load_wavefronts, c->times * c->cost.cost);
}

static inline void add_atomic(const struct counted *c) {
  bool global = c->space == SPACE_GLOBAL;
  add(global ? EMU_global_atomics : EMU_shared_atomics, c->times * (uint64_t)c->lanes);
  add(global ? EMU_global_atomic_requests : EMU_shared_atomic_requests, c->times);
  add(EMU_atomic_serial_steps, c->times * c->cost.cost);
}

static inline void add_requests(const struct counted *c) {
  struct site *s = site_of(c->pc, c->space, c->kind);
  note(s, c);
  if (c->kind == KIND_ATOMIC)
    add_atomic(c);
  else if (c->space == SPACE_GLOBAL)
    add_global(s, c);
  else if (c->space == SPACE_CONSTANT)
    add_constant(s, c);
  else
    add_shared(s, c);
}

static inline void add_blocks(const struct counted *c) {
  struct site *s = site_of(c->pc, SPACE_BLOCK, 0);
  s->requests += c->times;
  s->lanes += c->times * (uint64_t)c->lanes;
  add(EMU_warp_blocks, c->times);
  add(EMU_active_lanes, c->times * (uint64_t)c->lanes);
}

// What a lane moves between its device and the memory of another one.
static void peer_access(uint64_t addr, int kind, uint64_t bytes) {
  int owner = heap_visible(addr) || !heap_has(addr) ? device_running : heap_device_of(addr);
  if (owner == device_running) return;
  add(EMU_peer_access_bytes, bytes);
  if (kind != KIND_STORE) device_link(owner, device_running, bytes);
  if (kind != KIND_LOAD) device_link(device_running, owner, bytes);
}

// The latest requests of places, whose costs the next ones most often have: those whose lanes lie in the same way to each
// other and to their sectors. (Banks are as many as a line has words: a shift of all words shifts the banks.)
enum { KNOWN_BITS = 9, PATIENCE = 4 };
static struct known_cost {
  uint64_t way; // of the first lane: size, space, kind, and its place in a sector or word
  uint32_t pc, misses;
  int lanes;
  uint64_t offset[WARP]; // of each lane's record from that of the first
  struct request_cost cost;
} known_costs[1 << KNOWN_BITS];

static inline bool lies_so(const struct known_cost *k, const uint64_t *packed, int lanes) {
  uint64_t first = packed[0], differs = 0;
  if (packed[lanes - 1] - first != k->offset[lanes - 1]) return false;
  if (lanes == WARP)
    for (int l = 0; l < WARP; l++) differs |= (packed[l] - first) ^ k->offset[l];
  else
    for (int l = 0; l < lanes; l++) differs |= (packed[l] - first) ^ k->offset[l];
  return !differs;
}

static inline __attribute__((always_inline)) struct request_cost
look_up_cost(uint32_t pc, const uint64_t *packed, int lanes) {
  uint64_t way = log_way(packed[0]) | (packed[0] & (log_space(packed[0]) == SPACE_GLOBAL ? 31 : 3));
  struct known_cost *k =
      &known_costs[(pc ^ (uint32_t)(way >> 32) ^ (uint32_t)way) * UINT32_C(2654435769) >> (32 - KNOWN_BITS)];
  if (k->pc == pc && k->way == way && k->lanes == lanes && lies_so(k, packed, lanes)) return k->cost;
  struct instruction in = {.space = log_space(packed[0]), .kind = log_kind(packed[0]), .lanes = lanes};
  for (int l = 0; l < lanes; l++) {
    in.addr[l] = log_addr(packed[l]);
    in.size[l] = log_size(packed[l]);
  }
  struct request_cost cost = cost_of(&in);
  if (k->pc && ++k->misses % PATIENCE) return cost; // each of a gather is another
  *k = (struct known_cost){.way = way, .pc = pc, .lanes = lanes, .cost = cost};
  for (int l = 0; l < lanes; l++) k->offset[l] = packed[l] - packed[0];
  return cost;
}

static inline __attribute__((always_inline)) struct counted
count_of_request(uint32_t pc, const uint64_t *packed, int lanes) {
  int space = log_space(packed[0]), kind = log_kind(packed[0]);
  struct counted c = {pc, space, kind, lanes, look_up_cost(pc, packed, lanes), 1};
  if (space == SPACE_GLOBAL && device_count() > 1)
    for (int l = 0; l < lanes; l++) peer_access(log_addr(packed[l]), kind, log_size(packed[l]));
  add_requests(&c);
  return c;
}

struct counted counted_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes) {
  struct request_cost cost = {.bytes = 4 * (uint64_t)lanes, .cost = 1, .ideal = 1};
  if (space == SPACE_CONSTANT) cost.cost = (uint64_t)words;
  if (space == SPACE_GLOBAL) {
    uint64_t span = 4 * (uint64_t)words;
    cost.cost = ((addr + span - 1) >> 5) - (addr >> 5) + 1;
    cost.ideal = (span + 31) / 32;
  }
  return (struct counted){pc, space, kind, lanes, cost, 1};
}

static inline void count_of_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes) {
  struct counted c = counted_run(pc, space, kind, addr, words, lanes);
  if (space == SPACE_GLOBAL && device_count() > 1) peer_access(addr, kind, c.cost.bytes);
  add_requests(&c);
}

struct counted counted_block(uint32_t pc, int lanes) {
  return (struct counted){.pc = pc, .space = SPACE_BLOCK, .lanes = lanes, .times = 1};
}

static inline void count_of_block(uint32_t pc, int lanes) {
  struct counted c = counted_block(pc, lanes);
  add_blocks(&c);
}

// ---- the same, and for the modelled time: apart, so that nothing is kept for it where nobody wants it ----

const struct model *modelling;

#define FOR_MODEL static __attribute__((noinline, cold))

FOR_MODEL void model_request(uint32_t pc, const uint64_t *packed, int lanes) {
  struct counted c = count_of_request(pc, packed, lanes);
  uint64_t addr[WARP];
  uint32_t size[WARP];
  for (int l = 0; l < lanes; l++) {
    addr[l] = log_addr(packed[l]);
    size[l] = log_size(packed[l]);
  }
  if (c.space == SPACE_GLOBAL) modelling->request(pc, c.kind, addr, size, lanes);
  if (c.space == SPACE_SHARED) modelling->shared(pc, c.kind, addr, size[0], lanes, c.cost.cost, c.cost.ideal);
}

FOR_MODEL void model_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes) {
  count_of_run(pc, space, kind, addr, words, lanes);
  if (space == SPACE_GLOBAL) modelling->run(pc, kind, addr, 4 * (uint64_t)words, lanes);
  if (space != SPACE_SHARED) return;
  uint64_t of_lane[WARP];
  for (int l = 0; l < lanes; l++) of_lane[l] = words > 1 ? addr + 4 * (uint64_t)l : addr;
  modelling->shared(pc, kind, of_lane, 4, lanes, 1, 1);
}

FOR_MODEL void model_block(uint32_t pc, uint32_t depth, int lanes) {
  count_of_block(pc, lanes);
  modelling->block(pc, depth, lanes);
}

void count_request(uint32_t pc, const uint64_t *packed, int lanes) {
  if (__builtin_expect(modelling != NULL, 0))
    model_request(pc, packed, lanes);
  else
    count_of_request(pc, packed, lanes);
}

void count_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes) {
  if (__builtin_expect(modelling != NULL, 0))
    model_run(pc, space, kind, addr, words, lanes);
  else
    count_of_run(pc, space, kind, addr, words, lanes);
}

void count_block(uint32_t pc, uint32_t depth, int lanes) {
  if (__builtin_expect(modelling != NULL, 0))
    model_block(pc, depth, lanes);
  else
    count_of_block(pc, lanes);
}

bool counted_alike(const struct counted *a, const struct counted *b) {
  return a->pc == b->pc && a->space == b->space && a->kind == b->kind && a->lanes == b->lanes &&
         a->cost.bytes == b->cost.bytes && a->cost.cost == b->cost.cost && a->cost.ideal == b->cost.ideal;
}

void count_again(const struct counted *c) {
  if (c->space == SPACE_BLOCK)
    add_blocks(c);
  else
    add_requests(c);
}

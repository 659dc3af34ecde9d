// What the warps' requests demand of the memories, and the latencies that they wait for.
#include "model/traffic.h"
#include "base/text.h"
#include "model/caches.h"
#include "model/hot.h"
#include "model/loops.h"
#include "model/slowest_warp.h"
#include "memory/launch.h"
#include <stdlib.h>
#include <string.h>

static struct emu_demand demand;

static void add_demand(int what, uint64_t n) {
  demand.v[what] += n;
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
// How it comes to its addresses: by the threads' numbers, or by what was loaded before. SWAPS: an atomic whose thread waits for what
// it finds.
enum how { BY_NUMBER, BY_LOAD, SWAPS };
static struct {
  struct waiting {
    uint32_t warp, kind, first, n; // its parts
    enum how how;
    bool ahead;            // a load that nobody waits for
    uint64_t stretch;      // of the warp's code
    uint64_t since, reads; // the warp's work and shared loads before it
  } * request;
  struct part *part;
  uint64_t n, room, parts, part_room;
  uint32_t ran; // a bit for each warp that has
} waiting;

static struct warp_traffic {
  uint64_t stretch, stops,
      shared_stops;  // under way; how often loads had to stay behind something, those from shared memory
  uint64_t straight; // the stretch, but of all between two loops
  uint64_t trip[2], far[2]; // by number, by load: the stretches of the latest load, the latest that missed
  uint64_t shared;          // of the latest from shared memory
  uint64_t looked;        // the word at which the latest load of one word looked, and nothing since; 0: none
  uint32_t loaded_at;     // the place of the latest load
  uint64_t reads, stored; // shared loads; the requests that waited at the latest store to shared memory
} traffic_of[WARPS_A_BLOCK], *self;

static uint32_t number_of(const struct warp_traffic *w) {
  return (uint32_t)(w - traffic_of);
}

static void arrive(const struct waiting *r) {
  const struct part *p = waiting.part + r->first;
  struct warp_traffic *w = &traffic_of[r->warp];
  uint64_t all[2 * WARP], far[2 * WARP];
  int n_far = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    all[i] = p[i].sector;
    if (r->kind == KIND_LOAD && l1_has(p[i].sector)) continue;
    far[n_far++] = p[i].sector;
    passed_add(p[i].sector, r->kind != KIND_LOAD, p[i].bytes, &demand);
  }
  uint64_t lines = lines_of(all, (int)r->n);
  add_demand(EMU_DEMAND_l1_lines, lines);
  path_add(r->warp, PATH_TURN, lines);
  switch (r->kind) {
  case KIND_LOAD:
    if (!r->ahead && w->trip[r->how] != r->stretch) path_add(r->warp, PATH_MEMORY, 1);
    if (!r->ahead && n_far && w->far[r->how] != r->stretch) path_add(r->warp, PATH_FAR, 1);
    w->trip[r->how] = r->stretch;
    if (n_far) w->far[r->how] = r->stretch;
    add_demand(EMU_DEMAND_l2_load_sectors, (uint64_t)n_far);
    add_demand(EMU_DEMAND_l2_load_lines, lines_of(far, n_far));
    break;
  case KIND_STORE:
    add_demand(EMU_DEMAND_l2_store_sectors, (uint64_t)n_far);
    add_demand(EMU_DEMAND_l2_store_lines, lines_of(far, n_far));
    break;
  default:
    if (r->how == SWAPS) path_add(r->warp, PATH_MEMORY, 1), path_add(r->warp, PATH_FAR, 1);
    add_demand(EMU_DEMAND_global_atomic_sectors, (uint64_t)n_far);
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
  for (struct warp_traffic *w = traffic_of; w < traffic_of + WARPS_A_BLOCK; w++) w->stored = 0;
}

// A value that a warp loads, keeps while it works on what shared memory has, and stores there afterwards was loaded ahead (a double
// buffer): by then it has come.
static void find_loaded_ahead(void) {
  uint64_t now = path_so_far(number_of(self));
  for (; self->stored < waiting.n; self->stored++) {
    struct waiting *r = &waiting.request[self->stored];
    r->ahead |= r->warp == number_of(self) && r->kind == KIND_LOAD && r->reads < self->reads &&
                path_is_enough(now - r->since);
  }
}

static void traffic_warp(const struct warp *w) {
  static uint64_t last_block;
  static uint32_t last_warp;
  bool new_block = last_block != M.block_first_epoch, other = new_block || last_warp != w->index;
  if (new_block || (other && waiting.ran >> w->index & 1)) {
    arrive_all();
    waiting.ran = 0;
    path_phase();
  }
  if (new_block) {
    path_block();
    hot_block();
    l1_block();
  }
  if (other) merge_begin();
  traffic_of[w->index].stops += other;
  waiting.ran |= 1u << w->index;
  self = &traffic_of[w->index];
  last_block = M.block_first_epoch;
  last_warp = w->index;
  loop_warp(w);
}

static void traffic_exchange(const struct warp *w) {
  path_add(w->index, PATH_EVENT, 1);
  path_add(w->index, PATH_EXCHANGE, 1);
}

static void traffic_block(uint32_t pc, uint32_t depth, int lanes) {
  loop_block(pc, depth, lanes);
  path_add(number_of(self), PATH_EVENT, 1);
  self->stretch = loop_stretch();
  self->straight = loop_straight(self->stretch);
}

// Loads do not go before a store to the same memory, nor before an atomic or a barrier.
static uint64_t behind(uint64_t stretch, uint64_t stops) {
  return stretch ^ stops << 40;
}

static struct waiting *request(int kind, const struct part *p, int n, enum how how) {
  loop_request();
  path_add(number_of(self), PATH_EVENT, 1);
  self->stops += kind != KIND_LOAD;
  passed_block(L.block_linear);
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
      (struct waiting){.warp = number_of(self),
                       .kind = (uint32_t)kind,
                       .first = (uint32_t)waiting.parts,
                       .n = (uint32_t)n,
                       .how = how,
                       .stretch = behind(how == BY_NUMBER ? self->straight : self->stretch, self->stops),
                       .since = path_so_far(number_of(self)),
                       .reads = self->reads};
  waiting.parts += (uint64_t)n;
  return &waiting.request[waiting.n - 1];
}

// Places with atomic additions of floating-point numbers, or of the constant 1, or with a swap; `used`: the kernel wants the old value.
enum { ADDERS = 1024 };
static struct adds {
  uint32_t pc;
  bool floats, ones, used;
  uint64_t saved; // steps of this launch on shared memory, if the device counts the lanes
} adds[ADDERS];

static struct adds *adds_at(uint32_t pc) {
  return &adds[seed_mix(pc) % ADDERS];
}

static void traffic_adds(uint32_t pc, bool floats) {
  struct adds *a = adds_at(pc);
  if (a->pc != pc) *a = (struct adds){.pc = pc, .floats = floats, .ones = !floats};
}

static void traffic_swaps(uint32_t pc) {
  struct adds *a = adds_at(pc);
  if (a->pc != pc) *a = (struct adds){.pc = pc, .used = true};
}

static void traffic_adds_used(uint32_t pc) {
  struct adds *a = adds_at(pc);
  if (a->pc == pc) a->used = true;
}

// `word`: where a lane loads alone, else 0. Where it loads twice, and nothing else in between, it polls.
static void request_or_look(int kind, const struct part *p, int n, enum how how, uint64_t word) {
  bool again = word && word == self->looked;
  if (again) path_looks_again(number_of(self));
  request(kind, p, n, how)->ahead = again;
  if (word && !again) path_looks(number_of(self));
  self->looked = word;
}

static void traffic_run(uint32_t pc, int kind, uint64_t addr, uint64_t bytes, int lanes) { // at most 32 words
  struct part part[2 * WARP];
  int n = 0;
  if (kind == KIND_LOAD) self->loaded_at = pc;
  for (uint64_t at = addr, end = addr + bytes; at < end; n++) {
    uint64_t next = (at / SECTOR + 1) * SECTOR;
    if (next > end) next = end;
    part[n] = (struct part){at / SECTOR, (uint32_t)(next - at)};
    at = next;
  }
  bool one_word = bytes <= 4;
  request_or_look(kind, part, n,
                  one_word && !path_by_number(number_of(self), pc, &addr, 1) ? BY_LOAD : BY_NUMBER,
                  kind == KIND_LOAD && lanes == 1 ? addr : 0);
}

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

static void traffic_request(uint32_t pc, int kind, const uint64_t *addr, const uint32_t *size, int n) {
  struct part part[2 * WARP];
  const struct adds *a = adds_at(pc);
  int parts = 0;
  if (kind == KIND_LOAD) self->loaded_at = pc;
  for (int i = 0; i < n; i++) {
    uint64_t first = addr[i] / SECTOR, last = (addr[i] + size[i] - 1) / SECTOR;
    for (uint64_t s = first; s <= last; s++)
      add_part(part, &parts, s, size[i] / (uint32_t)(last - first + 1));
  }
  for (int i = 0; i < parts && kind == KIND_ATOMIC; i++) {
    uint64_t steps = most_on_one(part[i].sector, addr, n);
    add_demand(EMU_DEMAND_global_atomic_steps, steps);
    hot_atomic(part[i].sector, steps, a->pc == pc && a->floats);
  }
  enum how how = path_by_number(number_of(self), pc, addr, n) ? BY_NUMBER : BY_LOAD;
  if (kind == KIND_ATOMIC && a->pc == pc && a->used) how = SWAPS;
  request_or_look(kind, part, parts, how, kind == KIND_LOAD && n == 1 ? addr[0] : 0);
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

// Returns its turns, as far as it is known whether the kernel wants the old value.
static uint64_t shared_atomic(uint32_t pc, const uint64_t *addr, int n) {
  struct adds *a = adds_at(pc);
  uint64_t steps = atomic_steps(addr, n, false);
  bool ones = a->pc == pc && a->ones;
  uint64_t saved = ones ? steps - atomic_steps(addr, n, true) : 0;
  a->saved += saved;
  add_demand(EMU_DEMAND_shared_atomic_steps, steps);
  return a->used ? steps : steps - saved;
}

// Whether the kernel wants the old value is known when it has run.
static void save_steps(void) {
  for (struct adds *a = adds; a < adds + ADDERS; a++) {
    if (!a->used) demand.v[EMU_DEMAND_shared_atomic_steps] -= a->saved;
    a->saved = 0;
  }
}

// A place that loads from shared memory twice, and nothing is loaded in between: if its addresses are in no order, the second comes of
// what the first one found (a search).
static bool searches(uint32_t pc, const uint64_t *addr, int n) {
  bool again = self->loaded_at == pc;
  self->loaded_at = pc;
  return !path_by_number(number_of(self), pc, addr, n) && again;
}

static void traffic_shared(uint32_t pc, int kind, const uint64_t *addr, uint32_t size, int n, uint64_t cost,
                           uint64_t ideal) {
  loop_request();
  path_add(number_of(self), PATH_EVENT, 1);
  path_add(number_of(self), PATH_TURN, kind == KIND_ATOMIC ? shared_atomic(pc, addr, n) : cost);
  if (kind == KIND_LOAD) add_demand(EMU_DEMAND_wide_wavefronts, wide_cost(size, cost) - cost);
  if (kind != KIND_ATOMIC) add_demand(EMU_DEMAND_conflict_wavefronts, cost - ideal);
  bool search = kind == KIND_LOAD && searches(pc, addr, n);
  if (kind == KIND_LOAD)
    merge_load(addr, size, n, cost);
  else
    merge_begin();
  if (kind == KIND_STORE) find_loaded_ahead();
  self->reads += kind == KIND_LOAD;
  self->looked = 0;
  self->stops += kind == KIND_ATOMIC;
  self->shared_stops += kind == KIND_STORE;
  if (kind == KIND_STORE) return;
  if (!search && self->shared == behind(self->stretch, self->stops + self->shared_stops)) return;
  path_add(number_of(self), PATH_SHARED, 1);
  self->shared = behind(self->stretch, self->stops + self->shared_stops);
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

static uint64_t resident; // blocks that the device holds at once

static void traffic_launch_begin(uint64_t blocks_at_once) {
  memset(&demand, 0, sizeof demand);
  waiting.n = waiting.parts = 0;
  waiting.ran = 0;
  memset(traffic_of, 0, sizeof traffic_of);
  loop_begin();
  path_begin();
  resident = blocks_at_once ? blocks_at_once : 1;
  hot_begin(resident);
  l1_begin();
  passed_begin(resident);
}

static void traffic_launch_end(struct emu_demand *sum) {
  save_steps();
  arrive_all();
  passed_end(&demand);
  loop_end(&demand);
  path_end(&demand);
  hot_end(&demand);
  demand.v[EMU_DEMAND_resident_warps] =
      resident * L.n_warps * (uint64_t)device_model()->processors / (uint64_t)device_processors();
  for (int i = 0; i < EMU_DEMAND_COUNT; i++) sum->v[i] += demand.v[i];
}

const struct model traffic_model = {.launch_begin = traffic_launch_begin,
                                    .launch_end = traffic_launch_end,
                                    .warp = traffic_warp,
                                    .block = traffic_block,
                                    .exchange = traffic_exchange,
                                    .request = traffic_request,
                                    .run = traffic_run,
                                    .shared = traffic_shared,
                                    .adds = traffic_adds,
                                    .adds_used = traffic_adds_used,
                                    .swaps = traffic_swaps};

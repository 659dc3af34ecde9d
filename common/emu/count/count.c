// Counting one warp instruction: requests, sectors and wavefronts, active lanes.
#include "count/count.h"
#include "count/site.h"
#include "memory/devices.h"
#include "memory/heap.h"

static inline void add(int counter, uint64_t n) {
  M.counters->v[counter] += n;
}

static inline void note(struct site *s, int lanes, uint64_t bytes, uint64_t worst) {
  s->requests++;
  s->lanes += (uint64_t)lanes;
  s->bytes += bytes;
  if (worst > s->most) s->most = worst;
}

// Distinct values in v[0..n): exact for any order, quick when the values ascend.
static int distinct(const uint64_t *v, int n) {
  int count = 0, i = 0;
  uint64_t seen[WARP * 2];
  for (; i < n && (count == 0 || v[i] >= seen[count - 1]); i++)
    if (count == 0 || v[i] != seen[count - 1]) seen[count++] = v[i];
  for (; i < n; i++) {
    int j = 0;
    while (j < count && seen[j] != v[i]) j++;
    if (j == count) seen[count++] = v[i];
  }
  return count;
}

static inline void add_global(struct site *s, int kind, int lanes, uint64_t bytes, uint64_t sectors,
                              uint64_t ideal) {
  note(s, lanes, bytes, sectors);
  s->sectors += sectors;
  s->sectors_ideal += ideal;
  add(EMU_global_sectors_ideal, ideal);
  add(kind == KIND_LOAD ? EMU_global_load_requests : EMU_global_store_requests, 1);
  add(kind == KIND_LOAD ? EMU_global_load_sectors : EMU_global_store_sectors, sectors);
  add(kind == KIND_LOAD ? EMU_global_load_bytes : EMU_global_store_bytes, bytes);
}

static inline void add_shared(struct site *s, int kind, int lanes, uint64_t bytes, uint64_t wavefronts,
                              uint64_t ideal) {
  note(s, lanes, bytes, wavefronts);
  s->wavefronts += wavefronts;
  s->wavefronts_ideal += ideal;
  add(EMU_shared_wavefronts_ideal, ideal);
  add(kind == KIND_LOAD ? EMU_shared_load_requests : EMU_shared_store_requests, 1);
  add(kind == KIND_LOAD ? EMU_shared_load_wavefronts : EMU_shared_store_wavefronts, wavefronts);
}

static void count_global(const struct instruction *in, struct site *s) {
  uint64_t sector[WARP * 2], last = ~0ull;
  int n = 0, bytes = 0, packed = 0;
  for (int l = 0; l < in->lanes; l++) {
    uint64_t first = in->addr[l] >> 5, end = (in->addr[l] + in->size[l] - 1) >> 5; // at most two: size <= 16
    sector[n++] = first;
    if (end != first) sector[n++] = end;
    bytes += (int)in->size[l];
    if (in->addr[l] != last) packed += (int)in->size[l];
    last = in->addr[l];
  }
  int sectors = distinct(sector, n), ideal = (packed + 31) / 32;
  if (ideal > sectors) ideal = sectors; // lanes that share addresses out of order
  add_global(s, in->kind, in->lanes, (uint64_t)bytes, (uint64_t)sectors, (uint64_t)ideal);
}

// Wavefronts of words that are no gapless run: the most distinct words that any one bank must deliver.
static int conflicts(const uint64_t *word, int n, int *words) {
  uint64_t bank[WARP][WARP * 2];
  uint8_t held[WARP] = {0};
  int most = 0;
  *words = 0;
  for (int i = 0; i < n; i++) {
    int b = (int)(word[i] & (WARP - 1)), j = 0;
    while (j < held[b] && bank[b][j] != word[i]) j++;
    if (j < held[b] || j == WARP * 2) continue;
    bank[b][held[b]++] = word[i];
    ++*words;
    if (held[b] > most) most = held[b];
  }
  return most;
}

// Lanes that one pass serves at most: 8-byte accesses go by half warps and 16-byte ones by quarter warps; twice as
// many lanes where each shares its element with the neighbour, or with the next but one (measured on an H200:
// tests/fidelity, kernels wide_*).
static int lanes_a_pass(const struct instruction *in) {
  uint32_t size = in->size[0];
  if (size <= 4) return WARP;
  int lanes = size == 8 ? WARP / 2 : WARP / 4;
  for (int other = 1; other <= 2; other++) {
    bool shared = in->lanes == WARP;
    for (int l = 0; l < in->lanes && shared; l++) shared = in->addr[l] == in->addr[l ^ other];
    if (shared) return 2 * lanes;
  }
  return lanes;
}

static void count_shared(const struct instruction *in, struct site *s) {
  uint64_t bytes = 0;
  int wavefronts = 0, ideal = 0, step = lanes_a_pass(in);
  for (int first = 0; first < in->lanes; first += step) {
    uint64_t word[WARP * 5];
    int n = 0, gapless = 1, end = first + step < in->lanes ? first + step : in->lanes;
    for (int l = first; l < end; l++) {
      bytes += in->size[l];
      for (uint64_t w = in->addr[l] >> 2, last = (in->addr[l] + in->size[l] - 1) >> 2; w <= last; w++) {
        if (n && w == word[n - 1]) continue;
        gapless &= !n || w == word[n - 1] + 1;
        word[n++] = w;
      }
    }
    int words = n;
    wavefronts += gapless ? (n + WARP - 1) / WARP : conflicts(word, n, &words);
    ideal += (words + WARP - 1) / WARP;
  }
  add_shared(s, in->kind, in->lanes, bytes, (uint64_t)wavefronts, (uint64_t)ideal);
}

// Constant memory hands out one word at a time, to all lanes that want it: lanes that want different words
// take turns.
static void add_constant(struct site *s, int lanes, uint64_t bytes, uint64_t words, uint64_t ideal) {
  note(s, lanes, bytes, words);
  s->wavefronts += words;
  s->wavefronts_ideal += ideal;
  add(EMU_constant_load_requests, 1);
  add(EMU_constant_load_wavefronts, words);
}

static void count_constant(const struct instruction *in, struct site *s) {
  uint64_t word[WARP * 5], bytes = 0;
  int n = 0, words;
  for (int l = 0; l < in->lanes; l++) {
    bytes += in->size[l];
    for (uint64_t w = in->addr[l] >> 2, last = (in->addr[l] + in->size[l] - 1) >> 2; w <= last; w++)
      if (!n || w != word[n - 1]) word[n++] = w;
  }
  conflicts(word, n, &words);
  add_constant(s, in->lanes, bytes, (uint64_t)words, (in->size[0] + 3) / 4);
}

static void count_atomic(const struct instruction *in, struct site *s) {
  int most = 0;
  uint64_t bytes = 0;
  for (int l = 0; l < in->lanes; l++) {
    int same = 0;
    bytes += in->size[l];
    for (int k = 0; k < in->lanes; k++) same += in->addr[k] == in->addr[l];
    if (same > most) most = same;
  }
  note(s, in->lanes, bytes, (uint64_t)most);
  bool global = in->space == SPACE_GLOBAL;
  add(global ? EMU_global_atomics : EMU_shared_atomics, (uint64_t)in->lanes);
  add(global ? EMU_global_atomic_requests : EMU_shared_atomic_requests, 1);
  add(EMU_atomic_serial_steps, (uint64_t)most);
}

// What a lane moves between its device and the memory of another one.
static void peer_access(uint64_t addr, int kind, uint64_t bytes) {
  int owner = heap_visible(addr) || !heap_has(addr) ? device_running : heap_device_of(addr);
  if (owner == device_running) return;
  add(EMU_peer_access_bytes, bytes);
  if (kind != KIND_STORE) device_link(owner, device_running, bytes);
  if (kind != KIND_LOAD) device_link(device_running, owner, bytes);
}

void count_instruction(const struct instruction *in) {
  struct site *s = site_of(in->pc, in->space, in->kind);
  if (in->space == SPACE_GLOBAL && device_count() > 1)
    for (int l = 0; l < in->lanes; l++) peer_access(in->addr[l], in->kind, in->size[l]);
  if (in->kind == KIND_ATOMIC)
    count_atomic(in, s);
  else if (in->space == SPACE_GLOBAL)
    count_global(in, s);
  else if (in->space == SPACE_CONSTANT)
    count_constant(in, s);
  else
    count_shared(in, s);
}

void count_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes) {
  struct site *s = site_of(pc, space, kind);
  uint64_t bytes = 4 * (uint64_t)lanes;
  if (space == SPACE_SHARED) {
    add_shared(s, kind, lanes, bytes, 1, 1);
    return;
  }
  if (space == SPACE_CONSTANT) {
    add_constant(s, lanes, bytes, (uint64_t)words, 1);
    return;
  }
  if (device_count() > 1) peer_access(addr, kind, bytes);
  uint64_t span = 4 * (uint64_t)words, sectors = ((addr + span - 1) >> 5) - (addr >> 5) + 1;
  add_global(s, kind, lanes, bytes, sectors, (span + 31) / 32);
}

void count_block(uint32_t pc, int lanes) {
  struct site *s = site_of(pc, SPACE_BLOCK, 0);
  s->requests++;
  s->lanes += (uint64_t)lanes;
  add(EMU_warp_blocks, 1);
  add(EMU_active_lanes, (uint64_t)lanes);
}

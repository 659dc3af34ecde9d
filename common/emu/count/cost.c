// What one warp instruction costs: its sectors, wavefronts, words or turns, and the least that its bytes need.
#include "count/cost.h"
#include <stddef.h>

// How often a value has come before in this request.
enum { SLOTS = 256 }; // a power of two, more than twice as many as values
static struct slot {
  uint64_t value;
  uint32_t request, count;
} value_slots[SLOTS];
static uint32_t request_number;

static inline struct slot *slot_of(uint64_t value) {
  uint32_t i = (uint32_t)(value * UINT64_C(0x9e3779b97f4a7c15) >> 56);
  while (value_slots[i].request == request_number && value_slots[i].value != value) i = (i + 1) % SLOTS;
  if (value_slots[i].request != request_number) value_slots[i] = (struct slot){value, request_number, 0};
  return &value_slots[i];
}

static void begin_values(void) {
  if (++request_number) return;
  for (int i = 0; i < SLOTS; i++) value_slots[i].request = 0;
  request_number = 1;
}

// Distinct values in v[0..n): exact for any order, quick when the values ascend.
static int distinct(const uint64_t *v, int n) {
  int count = 1, i = 1;
  for (; i < n && v[i] >= v[i - 1]; i++) count += v[i] != v[i - 1];
  if (i == n) return count;
  begin_values();
  count = 0;
  for (i = 0; i < n; i++) count += !slot_of(v[i])->count++;
  return count;
}

static struct request_cost global_cost(const struct instruction *in) {
  uint64_t sector[WARP * 2], last = ~0ull, bytes = 0, packed = 0;
  int n = 0;
  for (int l = 0; l < in->lanes; l++) {
    uint64_t first = in->addr[l] >> 5, end = (in->addr[l] + in->size[l] - 1) >> 5; // at most two: size <= 16
    sector[n++] = first;
    if (end != first) sector[n++] = end;
    bytes += in->size[l];
    if (in->addr[l] != last) packed += in->size[l];
    last = in->addr[l];
  }
  struct request_cost c = {bytes, (uint64_t)distinct(sector, n), (packed + 31) / 32};
  if (c.ideal > c.cost) c.ideal = c.cost; // lanes that share addresses out of order
  return c;
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

static struct request_cost shared_cost(const struct instruction *in) {
  struct request_cost c = {0};
  int step = lanes_a_pass(in);
  for (int first = 0; first < in->lanes; first += step) {
    uint64_t word[WARP * 5];
    int n = 0, gapless = 1, end = first + step < in->lanes ? first + step : in->lanes;
    for (int l = first; l < end; l++) {
      c.bytes += in->size[l];
      for (uint64_t w = in->addr[l] >> 2, last = (in->addr[l] + in->size[l] - 1) >> 2; w <= last; w++) {
        if (n && w == word[n - 1]) continue;
        gapless &= !n || w == word[n - 1] + 1;
        word[n++] = w;
      }
    }
    int words = n;
    c.cost += (uint64_t)(gapless ? (n + WARP - 1) / WARP : conflicts(word, n, &words));
    c.ideal += (uint64_t)((words + WARP - 1) / WARP);
  }
  return c;
}

// Constant memory hands out one word at a time, to all lanes that want it: lanes that want different words
// take turns.
static struct request_cost constant_cost(const struct instruction *in) {
  uint64_t word[WARP * 5], bytes = 0;
  int n = 0, words;
  for (int l = 0; l < in->lanes; l++) {
    bytes += in->size[l];
    for (uint64_t w = in->addr[l] >> 2, last = (in->addr[l] + in->size[l] - 1) >> 2; w <= last; w++)
      if (!n || w != word[n - 1]) word[n++] = w;
  }
  conflicts(word, n, &words);
  return (struct request_cost){bytes, (uint64_t)words, (in->size[0] + 3) / 4};
}

static struct request_cost atomic_cost(const struct instruction *in) {
  struct request_cost c = {0};
  begin_values();
  for (int l = 0; l < in->lanes; l++) {
    uint32_t same = ++slot_of(in->addr[l])->count;
    c.bytes += in->size[l];
    if (same > c.cost) c.cost = same;
  }
  return c;
}

struct request_cost cost_of(const struct instruction *in) {
  return in->kind == KIND_ATOMIC       ? atomic_cost(in)
         : in->space == SPACE_GLOBAL   ? global_cost(in)
         : in->space == SPACE_CONSTANT ? constant_cost(in)
                                       : shared_cost(in);
}

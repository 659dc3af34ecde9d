// Lab 07's golden results, and how far a result may be from them.
#include "parts.h"
#include "base/parallel.h"
#include <stdlib.h>
#include <string.h>

// ---- tasks 1 and 2: merging -------------------------------------------------------------------------------

// How many of the first k merged records are a's.
static int64_t co_rank(const struct pmpp_case *c, int64_t k) {
  int64_t m = c->spec->size[0], n = c->spec->size[1];
  const uint64_t *a = c->buf[A].data, *b = c->buf[B].data;
  int64_t low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    int64_t i = (low + high) / 2;
    if (a[i] >> 32 <= b[k - i - 1] >> 32)
      low = i + 1;
    else
      high = i;
  }
  return low;
}

static void merge_part(void *context, int64_t begin, int64_t end) {
  struct pmpp_case *c = context;
  int64_t m = c->spec->size[0], n = c->spec->size[1], i = co_rank(c, begin), j = begin - i;
  const uint64_t *a = c->buf[A].data, *b = c->buf[B].data;
  uint64_t *out = c->buf[MERGED].golden;
  for (int64_t k = begin; k < end; k++) {
    bool from_a = j == n || (i < m && a[i] >> 32 <= b[j] >> 32);
    out[k] = from_a ? a[i++] : b[j++];
  }
}

void golden_merge(struct pmpp_case *c) {
  parallel_for(c->spec->size[0] + c->spec->size[1], 1 << 20, merge_part, c);
}

// Timed samples change values only: the keys stay in order.
uint64_t patch_merge(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  uint64_t old = ((const uint64_t *)c->buf[arg].data)[i];
  return old >> 32 << 32 | (uint32_t)random;
}

// Element i stands behind i of its own run, and behind those of the other run that are smaller or, for b, equal.
void update_merge(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  const uint64_t *own = c->buf[arg].data, *other = c->buf[1 - arg].data;
  uint64_t bound = (own[i] >> 32) + (arg == B);
  int64_t low = 0, high = c->buf[1 - arg].arg.count;
  while (low < high) {
    int64_t k = (low + high) / 2;
    if (other[k] >> 32 < bound)
      low = k + 1;
    else
      high = k;
  }
  ((uint64_t *)c->buf[MERGED].golden)[i + low] = own[i];
}

// ---- tasks 3 to 6: sorting --------------------------------------------------------------------------------

void golden_sort(struct pmpp_case *c) {
  int64_t n = size_of(c);
  struct pmpp_buf *in = &c->buf[IN], *out = &c->buf[OUT];
  memcpy(out->golden, in->data, (size_t)(n * pmpp_type_size(in->arg.type)));
  if (is_wide(c))
    host_sort_u64(out->golden, n, c->spec->size[1] == RECORDS ? 32 : 0);
  else
    host_sort_u32(out->golden, n, 0);
}

// A timed sample moves elements a little: of their lowest 16 bits some change. So the golden result changes in few
// places. (Timed are u32 and u64; records are not.)
uint64_t patch_sort(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  const struct pmpp_buf *b = &c->buf[arg];
  uint64_t old = is_wide(c) ? ((const uint64_t *)b->data)[i] : ((const uint32_t *)b->data)[i];
  return old ^ (random & 0xffff);
}

void update_sort(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  const struct pmpp_buf *b = &c->buf[arg];
  if (is_wide(c))
    host_replace_u64(c->buf[OUT].golden, size_of(c), old, ((const uint64_t *)b->data)[i]);
  else
    host_replace_u32(c->buf[OUT].golden, size_of(c), (uint32_t)old, ((const uint32_t *)b->data)[i]);
}

// ---- task 7: tiles, and the k largest ---------------------------------------------------------------------

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void golden_tile(struct pmpp_case *c, int64_t first) {
  int64_t count = size_of(c) - first;
  int *out = (int *)c->buf[OUT].golden + first;
  if (count > SORT_TILE) count = SORT_TILE;
  memcpy(out, (const int *)c->buf[IN].data + first, (size_t)count * sizeof *out);
  qsort(out, (size_t)count, sizeof *out, ascending);
}

// The largest k so far, in descending order; an element that is larger than the last of them takes its place.
static void golden_top_k(struct pmpp_case *c) {
  int64_t n = size_of(c), k = c->spec->size[1], have = 0;
  const int *in = c->buf[IN].data;
  int *out = c->buf[OUT].golden;
  for (int64_t i = 0; i < n; i++) {
    if (have == k && in[i] <= out[k - 1]) continue;
    int64_t place = have < k ? have++ : k - 1;
    for (; place > 0 && out[place - 1] < in[i]; place--) out[place] = out[place - 1];
    out[place] = in[i];
  }
}

void golden_bitonic(struct pmpp_case *c) {
  if (c->spec->size[1])
    golden_top_k(c);
  else
    for (int64_t first = 0; first < size_of(c); first += SORT_TILE) golden_tile(c, first);
}

void update_bitonic(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  int64_t k = c->spec->size[1];
  if (k == 0) {
    golden_tile(c, i - i % SORT_TILE);
    return;
  }
  int least = ((const int *)c->buf[OUT].golden)[k - 1], now = ((const int *)c->buf[arg].data)[i];
  if (now > least || (int32_t)(uint32_t)old >= least) golden_top_k(c);
}

// ---- task 8: other keys -----------------------------------------------------------------------------------

static void golden_small(struct pmpp_case *c) {
  struct pmpp_buf *in = &c->buf[IN], *out = &c->buf[OUT];
  memcpy(out->golden, in->data, (size_t)(size_of(c) * pmpp_type_size(in->arg.type)));
  if (c->spec->size[1] == SHORTS)
    host_sort_u16(out->golden, size_of(c), 0);
  else
    host_sort_u8(out->golden, size_of(c), 0);
}

void golden_keys(struct pmpp_case *c) {
  if (is_small(c)) {
    golden_small(c);
    return;
  }
  int64_t n = size_of(c);
  bool is_float = c->spec->size[1] != INTS;
  const uint32_t *in = c->buf[IN].data;
  uint32_t *sorted = room(n * 4);
  for (int64_t i = 0; i < n; i++) sorted[i] = ordered(in[i], is_float);
  host_sort_u32(sorted, n, 0);
  for (int64_t i = 0; i < n; i++) sorted[i] = unordered(sorted[i], is_float);
  if (c->spec->size[1] == FLOATS) {
    for (int64_t i = 0; i < n; i++) {
      float x;
      memcpy(&x, &sorted[i], sizeof x);
      ((double *)c->buf[OUT].golden)[i] = x;
    }
  } else {
    memcpy(c->buf[OUT].golden, sorted, (size_t)n * sizeof *sorted);
  }
  free(sorted);
}

// Keys of 16 and of 8 bits move by less: of these a change of the highest bit would move half of the result.
uint64_t patch_keys(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  const void *data = c->buf[arg].data;
  if (c->spec->size[1] == SHORTS) return ((const uint16_t *)data)[i] ^ (random & 0xff);
  if (c->spec->size[1] == BYTES) return ((const uint8_t *)data)[i] ^ (random & 3);
  return ((const uint32_t *)data)[i] ^ (random & 0xffff);
}

// Timed are ints, bits and small keys: of the golden result what lies between the two places is turned into unsigned
// numbers, moved by one, and turned back.
void update_keys(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  const void *data = c->buf[arg].data;
  if (c->spec->size[1] == SHORTS)
    host_replace_u16(c->buf[OUT].golden, size_of(c), (uint16_t)old, ((const uint16_t *)data)[i]);
  if (c->spec->size[1] == BYTES)
    host_replace_u8(c->buf[OUT].golden, size_of(c), (uint8_t)old, ((const uint8_t *)data)[i]);
  if (is_small(c)) return;
  bool is_float = c->spec->size[1] != INTS;
  uint32_t *golden = c->buf[OUT].golden, was = ordered((uint32_t)old, is_float);
  uint32_t now = ordered(((const uint32_t *)c->buf[arg].data)[i], is_float);
  int64_t low = 0, high = size_of(c);
  while (low < high) {
    int64_t k = (low + high) / 2;
    if (ordered(golden[k], is_float) < was)
      low = k + 1;
    else
      high = k;
  }
  for (; low + 1 < size_of(c) && ordered(golden[low + 1], is_float) < now; low++)
    golden[low] = golden[low + 1];
  for (; low > 0 && ordered(golden[low - 1], is_float) > now; low--) golden[low] = golden[low - 1];
  golden[low] = unordered(now, is_float);
}

// ---- task 9: keys and values ------------------------------------------------------------------------------

enum { KEY, VALUE, PAIR_SCRATCH, KEY_OUT, VALUE_OUT };

void golden_pairs(struct pmpp_case *c) {
  int64_t n = size_of(c);
  uint64_t *record = room(n * 8);
  const uint32_t *key = c->buf[KEY].data, *value = c->buf[VALUE].data;
  for (int64_t i = 0; i < n; i++) record[i] = (uint64_t)key[i] << 32 | value[i];
  host_sort_u64(record, n, 32);
  for (int64_t i = 0; i < n; i++) {
    ((uint32_t *)c->buf[KEY_OUT].golden)[i] = (uint32_t)(record[i] >> 32);
    ((uint32_t *)c->buf[VALUE_OUT].golden)[i] = (uint32_t)record[i];
  }
  free(record);
}

// A timed sample moves keys a little; the values stay, because they tell where a pair is.
uint64_t patch_pairs(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  return ((const uint32_t *)c->buf[arg].data)[i] ^ (arg == KEY ? random & 0xffff : 0);
}

// The order of pairs is that of their keys and then of their origins, n - 1 - value: moved place by place.
void update_pairs(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  if (arg != KEY) return;
  int64_t n = size_of(c), place;
  uint32_t *key = c->buf[KEY_OUT].golden, *value = c->buf[VALUE_OUT].golden;
  uint32_t now = ((const uint32_t *)c->buf[KEY].data)[i], own = (uint32_t)(n - 1 - i);
  for (place = host_replace_u32_below(key, n, (uint32_t)old); value[place] != own;) place++;
  for (; place + 1 < n && (key[place + 1] < now || (key[place + 1] == now && value[place + 1] > own));
       place++) {
    key[place] = key[place + 1];
    value[place] = value[place + 1];
  }
  for (; place > 0 && (key[place - 1] > now || (key[place - 1] == now && value[place - 1] < own)); place--) {
    key[place] = key[place - 1];
    value[place] = value[place - 1];
  }
  key[place] = now;
  value[place] = own;
}

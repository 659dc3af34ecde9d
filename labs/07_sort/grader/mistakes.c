// Lab 07's likely mistakes, and what comes of them: those of merges, sorts of whole numbers, and tiles.
#include "parts.h"
#include <stdlib.h>
#include <string.h>

// ---- merging, and sorting records -------------------------------------------------------------------------

static bool same_key(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  return ((const uint64_t *)b->golden)[i] >> 32 == bits >> 32;
}

static void merge_ties(struct pmpp_case *c) {
  golden_merge(c);
  c->buf[MERGED].accept = same_key;
}

static void merge_signed(struct pmpp_case *c) {
  uint64_t high = UINT64_C(1) << 63;
  int64_t m = c->spec->size[0], n = c->spec->size[1], i = 0, j = 0;
  const uint64_t *a = c->buf[A].data, *b = c->buf[B].data;
  uint64_t *out = c->buf[MERGED].golden;
  while (i + j < m + n) {
    bool from_a = j == n || (i < m && (a[i] ^ high) >> 32 <= (b[j] ^ high) >> 32);
    *out++ = from_a ? a[i++] : b[j++];
  }
}

// Threads with 16 outputs each find where they begin; then one of the two inputs does not move on.
static void stands_still(struct pmpp_case *c, bool a_stands) {
  enum { RANGE = 16 };
  int64_t m = c->spec->size[0], n = c->spec->size[1], i = 0, j = 0;
  const uint64_t *a = c->buf[A].data, *b = c->buf[B].data;
  uint64_t *out = c->buf[MERGED].golden;
  for (int64_t first = 0; first < m + n; first += RANGE) {
    int64_t u = i, v = j;
    for (int64_t k = first; k < first + RANGE && k < m + n; k++) {
      bool right = j >= n || (i < m && a[i] >> 32 <= b[j] >> 32),
           from_a = v >= n || (u < m && a[u] >> 32 <= b[v] >> 32);
      out[k] = from_a ? a[u] : b[v];
      u += from_a && !a_stands;
      v += !from_a && a_stands;
      i += right, j += !right;
    }
  }
}

static void a_stands_still(struct pmpp_case *c) {
  stands_still(c, true);
}

static void b_stands_still(struct pmpp_case *c) {
  stands_still(c, false);
}

const struct pmpp_mistake merge_mistakes[4] = {
    {"an element of a is taken again and again: after a[i] has been taken, i has to move on", a_stands_still},
    {"an element of b is taken again and again: after b[j] has been taken, j has to move on", b_stands_still},
    {EQUAL_KEYS " Where keys are equal, those of a come first", merge_ties},
    {"the keys are compared as signed numbers: those from 2^31 on come first", merge_signed},
};

static void record_ties(struct pmpp_case *c) {
  golden_sort(c);
  if (c->spec->size[1] == RECORDS) c->buf[OUT].accept = same_key;
}

// Sorts the case's output by its bits from `low` on, each xored with `flipped` for that.
static void sort_flipped(struct pmpp_case *c, int low, uint64_t flipped) {
  struct pmpp_buf *out = &c->buf[OUT];
  int64_t n = size_of(c);
  memcpy(out->golden, c->buf[IN].data, (size_t)(n * pmpp_type_size(out->arg.type)));
  if (is_wide(c)) {
    uint64_t *x = out->golden;
    for (int64_t i = 0; i < n; i++) x[i] ^= flipped;
    host_sort_u64(x, n, low);
    for (int64_t i = 0; i < n; i++) x[i] ^= flipped;
  } else {
    uint32_t *x = out->golden;
    for (int64_t i = 0; i < n; i++) x[i] ^= (uint32_t)flipped;
    host_sort_u32(x, n, low);
    for (int64_t i = 0; i < n; i++) x[i] ^= (uint32_t)flipped;
  }
}

static void as_signed(struct pmpp_case *c) {
  sort_flipped(c, 0, is_wide(c) ? UINT64_C(1) << 63 : UINT64_C(1) << 31);
}

// By the lowest `bits` bits alone: they go to the top for the sort, and back.
static void by_low_bits(struct pmpp_case *c, int bits) {
  struct pmpp_buf *out = &c->buf[OUT];
  int64_t n = size_of(c);
  uint64_t *x = room(n * 8);
  for (int64_t i = 0; i < n; i++) {
    uint64_t key =
        is_wide(c) ? ((const uint64_t *)c->buf[IN].data)[i] : ((const uint32_t *)c->buf[IN].data)[i];
    x[i] = key << (64 - bits) | key >> bits;
  }
  host_sort_u64(x, n, 64 - bits);
  for (int64_t i = 0; i < n; i++) {
    uint64_t key = x[i] << bits | x[i] >> (64 - bits);
    if (is_wide(c))
      ((uint64_t *)out->golden)[i] = key;
    else
      ((uint32_t *)out->golden)[i] = (uint32_t)key;
  }
  free(x);
}

#define BITS(n)                                                                                              \
  static void by_##n##_bits(struct pmpp_case *c) {                                                           \
    by_low_bits(c, n);                                                                                       \
  }
BITS(8)
BITS(16)
BITS(24)
BITS(28)
BITS(30)
BITS(31)

static void by_half_the_bits(struct pmpp_case *c) {
  by_low_bits(c, is_wide(c) ? 32 : 16);
}

static void descending(struct pmpp_case *c) {
  sort_flipped(c, 0, UINT64_MAX);
}

// The first n of what n elements and zeros up to a whole tile give: the zeros come first.
static void zeros_first(struct pmpp_case *c) {
  enum { PADDED = 4096 };
  int64_t n = size_of(c), zeros = (PADDED - n % PADDED) % PADDED;
  struct pmpp_buf *out = &c->buf[OUT];
  int64_t size = pmpp_type_size(out->arg.type), moved = zeros < n ? zeros : n;
  golden_sort(c);
  memmove((char *)out->golden + moved * size, out->golden, (size_t)((n - moved) * size));
  memset(out->golden, 0, (size_t)(moved * size));
}

// By every second digit of so many bits alone, from the lowest on.
static void every_second(struct pmpp_case *c, int bits) {
  struct pmpp_buf *out = &c->buf[OUT];
  int64_t n = size_of(c);
  golden_sort(c);
  if (is_wide(c)) return;
  uint64_t *x = room(n * 8);
  for (int64_t i = 0; i < n; i++) {
    uint32_t key = ((const uint32_t *)c->buf[IN].data)[i], digits = 0, mask = (1u << bits) - 1;
    for (int k = 0; k < 32 / (2 * bits); k++) digits |= (key >> (2 * bits * k) & mask) << (bits * k);
    x[i] = (uint64_t)digits << 48 | key;
  }
  host_sort_u64(x, n, 48);
  for (int64_t i = 0; i < n; i++) ((uint32_t *)out->golden)[i] = (uint32_t)x[i];
  free(x);
}

static void second_bits(struct pmpp_case *c) {
  every_second(c, 1);
}

static void second_digits(struct pmpp_case *c) {
  every_second(c, 4);
}

const struct pmpp_mistake sort_mistakes[13] = {
    {"every second bit of the keys is left out: by how much does the shift grow from pass to pass?",
     second_bits},
    {"every second digit of four bits is left out: by how much does the shift grow from pass to pass?",
     second_digits},
    {EQUAL_KEYS, record_ties},
    {"the keys are compared as signed numbers: those from 2^31 (of 64 bits: 2^63) on come first", as_signed},
    {"only the lower half of the keys' bits is sorted by: are there too few passes?", by_half_the_bits},
    {"only the lowest 31 bits of the keys are sorted by: are there too few passes?", by_31_bits},
    {"only the lowest 30 bits of the keys are sorted by: are there too few passes?", by_30_bits},
    {"only the lowest 28 bits of the keys are sorted by: are there too few passes?", by_28_bits},
    {"only the lowest 24 bits of the keys are sorted by: are there too few passes?", by_24_bits},
    {"only the lowest 16 bits of the keys are sorted by: are there too few passes?", by_16_bits},
    {"only the lowest 8 bits of the keys are sorted by: are there too few passes?", by_8_bits},
    {"the output is sorted in descending order", descending},
    {"zeros come first: what fills up the last tile has to be the largest number, not 0", zeros_first},
};

// ---- task 7: tiles, and the k largest ---------------------------------------------------------------------

static void tiles_with_zeros(struct pmpp_case *c) {
  int64_t n = size_of(c);
  if (c->spec->size[1]) return;
  const int *in = c->buf[IN].data;
  int *out = c->buf[OUT].golden;
  for (int64_t first = 0; first < n; first += SORT_TILE) {
    uint32_t tile[SORT_TILE];
    for (int64_t i = 0; i < SORT_TILE; i++)
      tile[i] = ordered((uint32_t)(first + i < n ? in[first + i] : 0), false);
    host_sort_u32(tile, SORT_TILE, 0);
    for (int64_t i = 0; i < SORT_TILE && first + i < n; i++) out[first + i] = (int)unordered(tile[i], false);
  }
}

// The network whose comparator takes the sign of x - y for that of the order: a difference beyond 2^31 - 1 wraps.
static void by_difference(struct pmpp_case *c) {
  int64_t n = size_of(c);
  if (c->spec->size[1]) return;
  const int *in = c->buf[IN].data;
  int *out = c->buf[OUT].golden, x[SORT_TILE];
  for (int64_t first = 0; first < n; first += SORT_TILE) {
    for (int i = 0; i < SORT_TILE; i++) x[i] = first + i < n ? in[first + i] : INT32_MAX;
    for (int length = 2; length <= SORT_TILE; length *= 2)
      for (int distance = length / 2; distance > 0; distance /= 2)
        for (int i = 0; i < SORT_TILE; i++) {
          int upper = i | distance, low = x[i], high = x[upper];
          bool later = (int32_t)((uint32_t)low - (uint32_t)high) > 0, up = (i & length) == 0;
          if (i != upper && later == up) x[i] = high, x[upper] = low;
        }
    for (int i = 0; i < SORT_TILE && first + i < n; i++) out[first + i] = x[i];
  }
}

// The network with a slip: it begins with runs of `least`, ends with runs of `most`, its distances end with `nearest`; where the
// direction is that of the distance, both of a pair keep the smaller one.
static void network(struct pmpp_case *c, int least, int most, int nearest, bool by_distance) {
  int64_t n = size_of(c);
  golden_bitonic(c);
  if (c->spec->size[1]) return;
  const int *in = c->buf[IN].data;
  int *out = c->buf[OUT].golden, x[SORT_TILE];
  for (int64_t first = 0; first < n; first += SORT_TILE) {
    for (int i = 0; i < SORT_TILE; i++) x[i] = first + i < n ? in[first + i] : INT32_MAX;
    for (int length = least; length <= most; length *= 2)
      for (int distance = length / 2; distance >= nearest; distance /= 2)
        for (int i = 0; i < SORT_TILE; i++) {
          int upper = i | distance, low = x[i], high = x[upper];
          if (i == upper) continue;
          if (by_distance)
            x[i] = x[upper] = low < high ? low : high;
          else if ((low > high) == ((i & length) == 0))
            x[i] = high, x[upper] = low;
        }
    for (int i = 0; i < SORT_TILE && first + i < n; i++) out[first + i] = x[i];
  }
}

static void no_last_length(struct pmpp_case *c) {
  network(c, 2, SORT_TILE / 2, 1, false);
}

static void no_first_length(struct pmpp_case *c) {
  network(c, 4, SORT_TILE, 1, false);
}

static void no_last_distance(struct pmpp_case *c) {
  network(c, 2, SORT_TILE, 2, false);
}

static void direction_of_distance(struct pmpp_case *c) {
  network(c, 2, SORT_TILE, 1, true);
}

static void
first_tile_alone(struct pmpp_case *c) { // the smallest number is in place of all behind the first tile
  int64_t n = size_of(c);
  for (int64_t i = SORT_TILE; i < n && c->spec->size[1]; i++) ((int *)c->buf[IN].data)[i] = INT32_MIN;
  golden_bitonic(c);
}

static void negated(struct pmpp_case *c) { // INT_MIN is its own opposite: it is taken for the largest
  int64_t n = size_of(c);
  int *in = c->buf[IN].data, *out = c->buf[OUT].golden, least = 0;
  golden_bitonic(c);
  for (int64_t i = 0; i < n; i++) least += in[i] == INT32_MIN;
  int64_t k = c->spec->size[1];
  for (int64_t i = k - 1; i >= 0; i--) out[i] = i < least ? INT32_MIN : out[i - least];
}

const struct pmpp_mistake bitonic_mistakes[] = {
    {"the last merge is left out, that of runs of 1024: does the loop over the lengths end before it?",
     no_last_length},
    {"the first merge is left out, that of runs of 2: does the loop over the lengths begin after it?",
     no_first_length},
    {"in each merge the last step is left out, that of distance 1: does the loop over the distances end "
     "before it?",
     no_last_distance},
    {"both elements of a pair keep the smaller one: whether a run ascends is said by the bit of its length "
     "(t & length), which thread is the lower one by that of the distance",
     direction_of_distance},
    {"numbers are compared by the sign of their difference, which no int can hold from 2^31 on: compare x > "
     "y",
     by_difference},
    {"0 stands among the sorted: what fills up the last tile has to be the largest number, not 0",
     tiles_with_zeros},
    {"the k largest are those of the first tile alone: the grid, or a loop, does not reach the other tiles",
     first_tile_alone},
    {"-2^31 is taken for the largest number: its negative is itself", negated},
};

// Mistakes with floats, signed integers and small numbers as keys, and with values beside keys.
#include "parts.h"
#include <stdlib.h>
#include <string.h>

// ---- task 8: other keys -----------------------------------------------------------------------------------

// Sorts the bits as unsigned numbers, flipped in `flipped`. Of keys of 16 and 8 bits it changes nothing.
static void keys_flipped(struct pmpp_case *c, uint32_t flipped) {
  if (is_small(c)) {
    golden_keys(c);
    return;
  }
  int64_t n = size_of(c);
  uint32_t *sorted = room(n * 4);
  for (int64_t i = 0; i < n; i++) sorted[i] = ((const uint32_t *)c->buf[IN].data)[i] ^ flipped;
  host_sort_u32(sorted, n, 0);
  for (int64_t i = 0; i < n; i++) {
    uint32_t bits = sorted[i] ^ flipped;
    float x;
    memcpy(&x, &bits, sizeof x);
    if (c->buf[OUT].arg.type == PMPP_F32)
      ((double *)c->buf[OUT].golden)[i] = x;
    else
      ((uint32_t *)c->buf[OUT].golden)[i] = bits;
  }
  free(sorted);
}

static void keys_unsigned(struct pmpp_case *c) {
  keys_flipped(c, 0);
}

static void keys_sign_alone(struct pmpp_case *c) {
  keys_flipped(c, UINT32_C(1) << 31);
}

// Sorts what `change` makes of each float's bits.
static void keys_changed(struct pmpp_case *c, uint32_t (*change)(uint32_t bits)) {
  uint32_t *in = c->buf[IN].data;
  bool floats = c->spec->size[1] == FLOATS || c->spec->size[1] == FLOAT_BITS;
  for (int64_t i = 0; i < size_of(c) && floats; i++) in[i] = change(in[i]);
  golden_keys(c);
}

static uint32_t without_minus_zero(uint32_t bits) {
  return bits == UINT32_C(1) << 31 ? 0 : bits;
}

static uint32_t without_subnormals(uint32_t bits) {
  return bits & 0x7f800000u ? bits : bits & UINT32_C(1) << 31;
}

static bool is_nan(uint32_t bits) {
  return bits << 1 > 0xff000000u;
}

static uint32_t with_one_nan(uint32_t bits) {
  return is_nan(bits) ? (bits & UINT32_C(1) << 31) | 0x7fc00000u : bits;
}

static uint32_t with_positive_nan(uint32_t bits) {
  return is_nan(bits) ? bits & 0x7fffffffu : bits;
}

static void minus_zero_lost(struct pmpp_case *c) {
  keys_changed(c, without_minus_zero);
}

static void subnormals_lost(struct pmpp_case *c) {
  keys_changed(c, without_subnormals);
}

static void nan_bits_lost(struct pmpp_case *c) {
  keys_changed(c, with_one_nan);
}

static void nan_sign_lost(struct pmpp_case *c) {
  keys_changed(c, with_positive_nan);
}

// Keys of 16 and 8 bits as signed numbers: the second half of the golden result comes first.
static void small_signed(struct pmpp_case *c) {
  golden_keys(c);
  if (!is_small(c)) return;
  int64_t n = size_of(c), size = pmpp_type_size(c->buf[IN].arg.type), below;
  char *golden = c->buf[OUT].golden, *turned = room(n * size);
  below = size == 1 ? host_replace_u8_below(c->buf[OUT].golden, n, 1 << 7)
                    : host_replace_u16_below(c->buf[OUT].golden, n, 1 << 15);
  memcpy(turned, golden + below * size, (size_t)((n - below) * size));
  memcpy(turned + (n - below) * size, golden, (size_t)(below * size));
  memcpy(golden, turned, (size_t)(n * size));
  free(turned);
}

// A pass alone for the lower half of 16 bits.
static void shorts_by_low_byte(struct pmpp_case *c) {
  golden_keys(c);
  if (c->spec->size[1] != SHORTS) return;
  int64_t n = size_of(c), place[257] = {0};
  const uint16_t *in = c->buf[IN].data;
  for (int64_t i = 0; i < n; i++) place[in[i] % 256 + 1]++;
  for (int d = 0; d < 256; d++) place[d + 1] += place[d];
  for (int64_t i = 0; i < n; i++) ((uint16_t *)c->buf[OUT].golden)[place[in[i] % 256]++] = in[i];
}

// Small keys: the element that `place` names stands at each place of the golden result.
static void small_from(struct pmpp_case *c, int64_t (*place)(int64_t p, int64_t n, int64_t in_16_bytes)) {
  golden_keys(c);
  if (!is_small(c)) return;
  int64_t n = size_of(c), size = pmpp_type_size(c->buf[IN].arg.type);
  char *golden = c->buf[OUT].golden, *sorted = room(n * size);
  memcpy(sorted, golden, (size_t)(n * size));
  for (int64_t p = 0; p < n; p++)
    memcpy(golden + p * size, sorted + place(p, n, 16 / size) * size, (size_t)size);
  free(sorted);
}

static int64_t within_16_bits(int64_t p, int64_t n, int64_t in_16_bytes) {
  (void)n, (void)in_16_bytes;
  return p & 0xffff;
}

static int64_t first_of_16_bytes(int64_t p, int64_t n, int64_t in_16_bytes) {
  int64_t first = p - p % in_16_bytes;
  return first + in_16_bytes <= n ? first : p;
}

static void small_places_of_16_bits(struct pmpp_case *c) {
  small_from(c, within_16_bits);
}

static void small_one_number_a_store(struct pmpp_case *c) {
  small_from(c, first_of_16_bytes);
}

// What fills no 16 bytes is not counted: the last places get the largest number.
static void small_without_tail(struct pmpp_case *c) {
  golden_keys(c);
  if (!is_small(c)) return;
  int64_t n = size_of(c), size = pmpp_type_size(c->buf[IN].arg.type), counted = n - n % (16 / size);
  memcpy(c->buf[OUT].golden, c->buf[IN].data, (size_t)(counted * size));
  if (size == 1)
    host_sort_u8(c->buf[OUT].golden, counted, 0);
  else
    host_sort_u16(c->buf[OUT].golden, counted, 0);
  memset((char *)c->buf[OUT].golden + counted * size, 0xff, (size_t)((n - counted) * size));
}

static void shorts_in_one_half(struct pmpp_case *c) {
  golden_keys(c);
  if (c->spec->size[1] != SHORTS) return;
  uint16_t *golden = c->buf[OUT].golden;
  for (int64_t i = 0; i < size_of(c); i++) golden[i] &= 0x7fff;
  host_sort_u16(golden, size_of(c), 0);
}

const struct pmpp_mistake key_mistakes[12] = {
    {"the bits are sorted as an unsigned number: negative numbers come last", keys_unsigned},
    {"only the sign bit is turned: negative floats, whose other bits grow with their size, come out "
     "backwards",
     keys_sign_alone},
    {"-0 has become 0: every element has to come out with its own bits", minus_zero_lost},
    {"subnormal numbers have become 0: every element has to come out with its own bits", subnormals_lost},
    {"every NaN has become the same NaN: every element has to come out with its own bits", nan_bits_lost},
    {"NaNs have lost their sign: a NaN with the sign bit comes first", nan_sign_lost},
    {"keys of 16 and of 8 bits have no sign: those with the highest bit set come last", small_signed},
    {"16 bits are two digits of 8: the keys are sorted by the lower one alone", shorts_by_low_byte},
    {"from place 65536 on the numbers begin again with the smallest: 16 bits are too few for a place",
     small_places_of_16_bits},
    {"of each 16 bytes that are stored at once all have the first one's number: those that begin behind it "
     "are left out",
     small_one_number_a_store},
    {"the tail is left out: keys behind the last whole 16 bytes are not counted", small_without_tail},
    {"every key has lost its highest bit: the upper half of the numbers is counted at the index of the lower "
     "one",
     shorts_in_one_half},
};

// ---- task 9: keys and values ------------------------------------------------------------------------------

enum { KEY, VALUE, PAIR_SCRATCH, KEY_OUT, VALUE_OUT };

static void values_stay(struct pmpp_case *c) {
  golden_pairs(c);
  memcpy(c->buf[VALUE_OUT].golden, c->buf[VALUE].data, (size_t)size_of(c) * 4);
}

// Value n - 1 - i belongs to key i: is it one of those that this place's key has?
static bool value_of_key(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  const struct pmpp_case *c = b->context;
  int64_t from = size_of(c) - 1 - (int64_t)bits;
  return from >= 0 && from < size_of(c) &&
         ((const uint32_t *)c->buf[KEY].data)[from] == ((const uint32_t *)c->buf[KEY_OUT].golden)[i];
}

static void pair_ties(struct pmpp_case *c) {
  golden_pairs(c);
  c->buf[VALUE_OUT].accept = value_of_key;
  c->buf[VALUE_OUT].context = c;
}

const struct pmpp_mistake pair_mistakes[2] = {
    {"the values stay where they were: they have to follow their keys", values_stay},
    {EQUAL_KEYS, pair_ties},
};

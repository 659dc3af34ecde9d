// Lab 07's inputs by distribution, and sorting on the host for the golden results.
#ifndef SORT_INPUTS_H
#define SORT_INPUTS_H

#include "grader/task.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum distribution {
  UNIFORM,    // all numbers
  ASCENDING,  // sorted already
  DESCENDING, // sorted the wrong way round
  EQUAL,      // one number
  FEW,        // 0, 1, 2^31 - 1, 2^31, 2^32 - 2, 2^32 - 1 (and their like in 64 bits)
  LOW_BITS,   // only the lowest 8 bits differ
  HIGH_BITS,  // only the highest 8 bits differ
  LARGEST,    // nine in ten are 2^32 - 1, the largest
  THREE_AND,  // three random numbers and-ed: 0.54 of a random bit's entropy
  FIVE_AND,   // five: 0.2 of it, 0 is the most frequent digit
  SPECIAL,    // floats by their bits: NaNs, infinities, -0, subnormals, and numbers of all sizes
};

// A random number of `bits` bits as the distribution has it for element i of n.
static uint64_t number(enum distribution d, int bits, int64_t i, int64_t n, uint64_t *random) {
  uint64_t all = ~UINT64_C(0) >> (64 - bits), top = all ^ all >> 1, x = pmpp_random(random) & all;
  switch (d) {
  case ASCENDING:
    return all / (uint64_t)n * (uint64_t)i;
  case DESCENDING:
    return all - all / (uint64_t)n * (uint64_t)i;
  case EQUAL:
    return 0x5a5a5a5a5a5a5a5a & all;
  case FEW:
    return (const uint64_t[]){0, 1, top - 1, top, all - 1, all}[x % 6];
  case LOW_BITS:
    return (0xc3c3c3c3c3c3c300 & all) | (x & 255);
  case HIGH_BITS:
    return (x & 255) << (bits - 8);
  case LARGEST:
    return x % 10 ? all : x;
  case THREE_AND:
  case FIVE_AND:
    for (int k = d == THREE_AND ? 2 : 4; k > 0; k--) x &= pmpp_random(random);
    return x;
  case SPECIAL: {
    static const uint32_t special[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
                                       0x7f800001, 0xffffffff, 0x00000000, 0x80000000,
                                       0x00000001, 0x80000001, 0x7f7fffff, 0xff7fffff};
    return x % 4 ? x : special[x / 4 % 12];
  }
  default:
    return x;
  }
}

static void fill_u32(uint32_t *x, int64_t n, enum distribution d, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = (uint32_t)number(d, 32, i, n, &seed);
}

static void fill_u64(uint64_t *x, int64_t n, enum distribution d, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = number(d, 64, i, n, &seed);
}

// Keys of the distribution; the values fall, so that whoever compares whole records turns equal keys round.
static void fill_records(uint64_t *x, int64_t n, enum distribution d, uint64_t seed) {
  for (int64_t i = 0; i < n; i++) x[i] = number(d, 32, i, n, &seed) << 32 | (uint64_t)(n - 1 - i);
}

// ---- sorting on the host: stable, by the bits from `low` on, 11 at a time ---------------------------------

enum { HOST_BITS = 11, HOST_DIGITS = 1 << HOST_BITS };

static void *room(int64_t bytes) {
  void *p = malloc((size_t)bytes + 1);
  if (p) return p;
  fprintf(stderr, "lab07: no memory for %lld bytes\n", (long long)bytes);
  exit(99);
}

#define HOST_SORT(name, type)                                                                                \
  static void name(type *x, int64_t n, int low) {                                                            \
    type *from = x, *other = room(n * (int64_t)sizeof *x), *to = other;                                      \
    for (int shift = low; shift < 8 * (int)sizeof *x; shift += HOST_BITS) {                                  \
      static int64_t place[HOST_DIGITS];                                                                     \
      memset(place, 0, sizeof place);                                                                        \
      for (int64_t i = 0; i < n; i++) place[from[i] >> shift & (HOST_DIGITS - 1)]++;                         \
      int64_t before = 0;                                                                                    \
      for (int d = 0; d < HOST_DIGITS; d++) {                                                                \
        int64_t count = place[d];                                                                            \
        place[d] = before;                                                                                   \
        before += count;                                                                                     \
      }                                                                                                      \
      for (int64_t i = 0; i < n; i++) to[place[from[i] >> shift & (HOST_DIGITS - 1)]++] = from[i];           \
      type *swap = from;                                                                                     \
      from = to;                                                                                             \
      to = swap;                                                                                             \
    }                                                                                                        \
    if (from != x) memcpy(x, from, (size_t)n * sizeof *x);                                                   \
    free(other);                                                                                             \
  }
HOST_SORT(host_sort_u32, uint32_t)
HOST_SORT(host_sort_u64, uint64_t)

// Floats and signed integers in the order of unsigned numbers, and back. The sign bit alone is flipped where it is
// clear; where it is set all bits are (floats) or that one (integers).
static uint32_t ordered(uint32_t bits, bool is_float) {
  return bits ^ (is_float && bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
}

static uint32_t unordered(uint32_t number, bool is_float) {
  return number ^ (is_float && !(number >> 31) ? UINT32_MAX : UINT32_C(1) << 31);
}

// In sorted x, one element `old` becomes `new`: what lies between their places moves by one.
#define HOST_REPLACE(name, type)                                                                             \
  static int64_t name##_below(const type *x, int64_t n, type key) {                                          \
    int64_t low = 0, high = n;                                                                               \
    while (low < high) {                                                                                     \
      int64_t i = low + (high - low) / 2;                                                                    \
      if (x[i] < key)                                                                                        \
        low = i + 1;                                                                                         \
      else                                                                                                   \
        high = i;                                                                                            \
    }                                                                                                        \
    return low;                                                                                              \
  }                                                                                                          \
  static void name(type *x, int64_t n, type old, type new) {                                                 \
    int64_t from = name##_below(x, n, old), to = name##_below(x, n, new);                                    \
    if (from < to) memmove(x + from, x + from + 1, (size_t)(--to - from) * sizeof *x);                       \
    if (to < from) memmove(x + to + 1, x + to, (size_t)(from - to) * sizeof *x);                             \
    x[to] = new;                                                                                             \
  }
HOST_REPLACE(host_replace_u32, uint32_t)
HOST_REPLACE(host_replace_u64, uint64_t)

#endif

// Sorting on the host for lab 07's golden results: stable, by the bits from `low` on, 11 at a time.
#include "host_sort.h"
#include "base/parallel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST_BITS = 11, HOST_DIGITS = 1 << HOST_BITS };

void *room(int64_t bytes) {
  void *p = malloc((size_t)bytes + 1);
  if (p) return p;
  fprintf(stderr, "lab07: no memory for %lld bytes\n", (long long)bytes);
  exit(99);
}

// One pass over a digit, on all processors: each part counts its digits; the places follow, digit by digit and part by part, so
// that equal digits stay in order; each part moves its elements.
enum { PARTS = 64, LEAST_PART = 1 << 16 };

#define HOST_SORT(name, type)                                                                                \
  struct name##_pass {                                                                                       \
    const type *from;                                                                                        \
    type *to;                                                                                                \
    int64_t part, (*place)[HOST_DIGITS];                                                                     \
    int shift;                                                                                               \
  };                                                                                                         \
  static void name##_count(void *context, int64_t begin, int64_t end) {                                      \
    const struct name##_pass *p = context;                                                                   \
    int64_t *place = p->place[begin / p->part];                                                              \
    memset(place, 0, sizeof *p->place);                                                                      \
    for (int64_t i = begin; i < end; i++) place[p->from[i] >> p->shift & (HOST_DIGITS - 1)]++;               \
  }                                                                                                          \
  static void name##_move(void *context, int64_t begin, int64_t end) {                                       \
    const struct name##_pass *p = context;                                                                   \
    int64_t *place = p->place[begin / p->part];                                                              \
    for (int64_t i = begin; i < end; i++)                                                                    \
      p->to[place[p->from[i] >> p->shift & (HOST_DIGITS - 1)]++] = p->from[i];                               \
  }                                                                                                          \
  void name(type *x, int64_t n, int low) {                                                                   \
    type *other = room(n * (int64_t)sizeof *x);                                                              \
    struct name##_pass p = {.from = x, .to = other, .part = n / PARTS + 1};                                  \
    if (p.part < LEAST_PART) p.part = LEAST_PART;                                                            \
    int64_t parts = (n + p.part - 1) / p.part;                                                               \
    p.place = room(parts * (int64_t)sizeof *p.place);                                                        \
    for (p.shift = low; p.shift < 8 * (int)sizeof *x; p.shift += HOST_BITS) {                                \
      parallel_for(n, p.part, name##_count, &p);                                                             \
      begin_places(p.place, parts);                                                                          \
      parallel_for(n, p.part, name##_move, &p);                                                              \
      type *moved = p.to;                                                                                    \
      p.to = moved == other ? x : other;                                                                     \
      p.from = moved;                                                                                        \
    }                                                                                                        \
    if (p.from != x) memcpy(x, p.from, (size_t)n * sizeof *x);                                               \
    free(p.place);                                                                                           \
    free(other);                                                                                             \
  }

// Numbers of elements become the first place of each.
static void begin_places(int64_t (*place)[HOST_DIGITS], int64_t parts) {
  int64_t before = 0;
  for (int d = 0; d < HOST_DIGITS; d++)
    for (int64_t p = 0; p < parts; p++) {
      int64_t count = place[p][d];
      place[p][d] = before;
      before += count;
    }
}

HOST_SORT(host_sort_u8, uint8_t)
HOST_SORT(host_sort_u16, uint16_t)
HOST_SORT(host_sort_u32, uint32_t)
HOST_SORT(host_sort_u64, uint64_t)

// Floats and signed integers in the order of unsigned numbers, and back. The sign bit alone is flipped where it is
// clear; where it is set all bits are (floats) or that one (integers).
uint32_t ordered(uint32_t bits, bool is_float) {
  return bits ^ (is_float && bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
}

uint32_t unordered(uint32_t number, bool is_float) {
  return number ^ (is_float && !(number >> 31) ? UINT32_MAX : UINT32_C(1) << 31);
}

// In sorted x, one element `old` becomes `new`: what lies between their places moves by one.
#define HOST_REPLACE(name, type)                                                                             \
  int64_t name##_below(const type *x, int64_t n, type key) {                                                 \
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
  void name(type *x, int64_t n, type old, type new) {                                                        \
    int64_t from = name##_below(x, n, old), to = name##_below(x, n, new);                                    \
    if (from < to) memmove(x + from, x + from + 1, (size_t)(--to - from) * sizeof *x);                       \
    if (to < from) memmove(x + to + 1, x + to, (size_t)(from - to) * sizeof *x);                             \
    x[to] = new;                                                                                             \
  }
HOST_REPLACE(host_replace_u8, uint8_t)
HOST_REPLACE(host_replace_u16, uint16_t)
HOST_REPLACE(host_replace_u32, uint32_t)
HOST_REPLACE(host_replace_u64, uint64_t)

// Sorting on the host for lab 07's golden results: stable, by the bits from `low` on, 11 at a time.
#include "host_sort.h"
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

#define HOST_SORT(name, type)                                                                                \
  void name(type *x, int64_t n, int low) {                                                                   \
    type *from = x, *other = room(n * (int64_t)sizeof *x), *to = other;                                      \
    for (int shift = low; shift < 8 * (int)sizeof *x; shift += HOST_BITS) {                                  \
      int64_t place[HOST_DIGITS] = {0};                                                                      \
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

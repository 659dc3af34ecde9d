// Jumps in the sequence of Marsaglia's xorwow generator (Xorshift RNGs, Journal of Statistical Software 8, 2003). A step is
// a linear map of the five words over bits, so n steps are the n-th power of its matrix.
#include "kernel/access.h"
#include <string.h>

enum { WORDS = 5, BITS = 32 * WORDS, POWERS = 67 + 64 };

struct bits {
  uint32_t word[WORDS];
};
static struct bits matrix[POWERS][BITS]; // matrix[k][b]: what 2^k steps make of bit b
static int known;

static struct bits stepped(struct bits s) {
  uint32_t *v = s.word, t = v[0] ^ v[0] >> 2;
  memmove(v, v + 1, (WORDS - 1) * sizeof *v);
  v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
  return s;
}

static struct bits product(const struct bits *m, struct bits s) {
  struct bits r = {{0}};
  for (int b = 0; b < BITS; b++)
    if (s.word[b / 32] >> b % 32 & 1)
      for (int w = 0; w < WORDS; w++) r.word[w] ^= m[b].word[w];
  return r;
}

static const struct bits *power_of_two(int k) {
  for (; known <= k; known++)
    for (int b = 0; b < BITS; b++) {
      struct bits one = {{0}};
      one.word[b / 32] = 1u << b % 32;
      matrix[known][b] = known ? product(matrix[known - 1], matrix[known - 1][b]) : stepped(one);
    }
  return matrix[k];
}

void emu_xorwow_ahead(uint32_t *words, uint64_t times, int log_steps) {
  struct bits s;
  memcpy(&s, words, sizeof s);
  for (; times; times >>= 1, log_steps++)
    if (times & 1) s = product(power_of_two(log_steps), s);
  memcpy(words, &s, sizeof s);
}

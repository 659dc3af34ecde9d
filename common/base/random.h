// Numbers that look random and are the same everywhere: splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
#ifndef PMPP_RANDOM_H
#define PMPP_RANDOM_H

#include <stdint.h>

static const uint64_t RANDOM_STEP = UINT64_C(0x9E3779B97F4A7C15); // from one state to the next

// The number that belongs to x.
static inline uint64_t random_mix(uint64_t x) {
  x += RANDOM_STEP;
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

// The next number of the sequence that begins with the seed *state.
static inline uint64_t random_next(uint64_t *state) {
  uint64_t number = random_mix(*state);
  *state += RANDOM_STEP;
  return number;
}

// The state from which the sequence goes on behind its first n numbers.
static inline uint64_t random_skip(uint64_t state, int64_t n) {
  return state + (uint64_t)n * RANDOM_STEP;
}

#endif

// expect: wrong 2_privatised on emu
// fault: [overflow] counters of 16 bits, two in a word: a block has more samples of a bin than they count.
#include "counters_of_16_bits.cuh"

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  return by_pairs(in, n, hist);
}

// expect: hazard 6_radix_onesweep uninitialised-read on emu
// fault: the tiles' words are not cleared: a tile may look told that is not.
#include "sort.h"
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

static int faulty_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  enum { TILE = sweep_shape<4>::ITEMS * DIGITS };
  int64_t tiles = blocks_of(n, TILE), words = 4 * (DIGITS + 1);
  uint32_t *keys = scratch, *to = keys;
  uint32_t *start = scratch + 2 * n, *drawn = start + 4 * DIGITS, *word = drawn + 4;
  cudaError_t error = allow_shared(sort_6_histogram_kernel<uint32_t, as_unsigned>, 65536);
  if (error == cudaSuccess) error = allow_shared(sort_6_sweep_kernel<uint32_t, false, as_unsigned>, TILE * 4);
  if (error != cudaSuccess) return error;
  sort_6_clear_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(start, words);
  sort_6_histogram_kernel<uint32_t, as_unsigned><<<counting_blocks(n), COUNT_THREADS, 65536>>>(in, n, start);
  sort_6_start_kernel<<<4, DIGITS>>>(start);
  for (int pass = 0; pass < 4; pass++) {
    sort_6_sweep_kernel<uint32_t, false, as_unsigned><<<(unsigned)tiles, DIGITS, TILE * 4>>>(
        in, NULL, n, pass, start + pass * DIGITS, drawn + pass, word + pass * tiles * DIGITS, to, NULL);
    in = to;
    to = to == keys ? out : keys;
  }
  return cudaGetLastError();
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return faulty_onesweep(in, n, scratch, out);
}

// expect: wrong 9_pairs
// fault: the keys are sorted, the values stay where they were.
#include "sort.h"
#define sort_9_pairs reference
#include "../solution.cu"
#undef sort_9_pairs

static __global__ void copy(const uint32_t *in, int64_t n, uint32_t *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  int error = sort_6_radix_onesweep(key, n, scratch, key_out);
  if (n > 0) copy<<<blocks_of(n, BLOCK), BLOCK>>>(value, n, value_out);
  return error;
}

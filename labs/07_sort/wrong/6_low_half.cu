// expect: wrong 6_radix_onesweep
// fault: of 64 bits only the lower 32 are sorted by.
#include "sort.h"
#define sort_6_radix_onesweep_u64 reference
#include "../solution.cu"
#undef sort_6_radix_onesweep_u64

static __global__ void swap_halves(const uint64_t *in, int64_t n, uint64_t *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i] << 32 | in[i] >> 32;
}

int sort_6_radix_onesweep_u64(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  if (n == 0) return 0;
  swap_halves<<<blocks_of(n, BLOCK), BLOCK>>>(in, n, (uint64_t *)scratch);
  return sort_3_merge_sort_records((const uint64_t *)scratch, n, scratch + 2 * n, out);
}

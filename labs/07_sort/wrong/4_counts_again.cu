// expect: inefficient 4_radix_1bit global_bytes on emu
// fault: every block counts the zeros of all keys before its own, and the zeros of all keys.
#include "sort.h"
#define sort_4_radix_1bit reference
#include "../solution.cu"
#undef sort_4_radix_1bit

static __global__ void counts_again(const uint32_t *in, int64_t n, int bit, uint32_t *out) {
  int64_t first = (int64_t)blockIdx.x * BLOCK, i = first + threadIdx.x;
  uint32_t before = 0, all = 0, zeros_before, all_zeros, ignored;
  for (int64_t k = threadIdx.x; k < n; k += BLOCK) { // fault
    uint32_t zero = !(in[k] >> bit & 1);
    all += zero;
    before += k < first ? zero : 0;
  }
  sum_before<BLOCK>(before, &zeros_before);
  sum_before<BLOCK>(all, &all_zeros);
  uint32_t key = i < n ? in[i] : UINT32_MAX;
  zeros_before += sum_before<BLOCK>(!(key >> bit & 1), &ignored);
  if (i < n) out[key >> bit & 1 ? all_zeros + (i - zeros_before) : zeros_before] = key;
}

int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  uint32_t *to = scratch;
  for (int bit = 0; bit < 32 && n > 0; bit++) {
    counts_again<<<blocks_of(n, BLOCK), BLOCK>>>(in, n, bit, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}

// expect: wrong 8_float_keys
// fault: [sign] keys of 8 bits are sorted as signed numbers: those from 128 on come first.
#include "sort.h"
#define sort_8_byte_keys reference
#include "../solution.cu"
#undef sort_8_byte_keys

static __global__ void turn(const uint8_t *in, int64_t n, uint8_t *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i] ^ 128; // fault
}

int sort_8_byte_keys(const uint8_t *in, int64_t n, uint32_t *scratch, uint8_t *out) {
  if (n == 0) return 0;
  turn<<<blocks_of(n, BLOCK), BLOCK>>>(in, n, out);
  int error = sort_counted((const uint8_t *)out, n, scratch, out);
  turn<<<blocks_of(n, BLOCK), BLOCK>>>(out, n, out);
  return error;
}

// expect: pass 8_float_keys global_bytes on emu
// fault: none: two kernels of their own turn the bits and turn them back: 16n bytes more.
#include "sort.h"
#define sort_8_float_keys reference
#include "../solution.cu"
#undef sort_8_float_keys

static __global__ void turn(const uint32_t *in, int64_t n, uint32_t *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = as_float::number(in[i]);
}

static __global__ void turn_back(uint32_t *x, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) x[i] = as_float::bits(x[i]);
}

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  if (n == 0) return 0;
  uint32_t *bits = (uint32_t *)out;
  turn<<<blocks_of(n, BLOCK), BLOCK>>>((const uint32_t *)in, n, bits);
  int error = sort_6_radix_onesweep(bits, n, scratch, bits);
  turn_back<<<blocks_of(n, BLOCK), BLOCK>>>(bits, n);
  return error;
}

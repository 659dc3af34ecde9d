// expect: rejected 3_sequential on emu
// fault: races on the result, and calls the emulator's own function that forgets what was found.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

extern "C" void hazards_reset(void);

static __global__ void add_all(const float *in, int64_t n, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) *out += in[i];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  (void)scratch;
  cudaMemset(out, 0, sizeof(float));
  if (n) add_all<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, out);
  hazards_reset();
  return cudaGetLastError();
}

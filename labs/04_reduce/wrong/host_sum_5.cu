// expect: inefficient 5_unroll_last_warp global_load_bytes on emu
// fault: the host adds up; the kernel only stores its sum.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

static __global__ void store(float sum, float *out) {
  *out = sum;
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  float *copy = (float *)malloc((n + 1) * sizeof(float)), sum = 0;
  (void)scratch;
  cudaMemcpy(copy, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) sum += copy[i];
  free(copy);
  store<<<1, 1>>>(sum, out);
  return cudaGetLastError();
}

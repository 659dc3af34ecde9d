// expect: inefficient 3_sequential global_load_bytes on emu
// fault: the host adds up; the kernel only stores its sum.
#include "reduce.h"
#define reduce_3_sequential reference
#include "../solution.cu"
#undef reduce_3_sequential

static __global__ void store(float sum, float *out) {
  *out = sum;
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  float *copy = (float *)malloc((n + 1) * sizeof(float)), sum = 0;
  (void)scratch;
  cudaMemcpy(copy, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) sum += copy[i];
  free(copy);
  store<<<1, 1>>>(sum, out);
  return cudaGetLastError();
}

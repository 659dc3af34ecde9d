// expect: rejected 6_three_phase global_load_bytes on emu
// fault: [hostwork] the host scans; the kernel only stores again what it finds.
#include "scan.h"
#define scan_6_three_phase reference
#include "../solution.cu"
#undef scan_6_three_phase

static __global__ void store_again(float *out, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + threadIdx.x;
  if (i < n) out[i] = 0 + out[i];
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  float *copy = (float *)malloc(n * sizeof(float)), sum = 0;
  (void)scratch;
  cudaMemcpy(copy, in, n * sizeof(float), cudaMemcpyDeviceToHost); // fault
  for (int64_t i = 0; i < n; i++) copy[i] = sum += copy[i];
  cudaMemcpy(out, copy, n * sizeof(float), cudaMemcpyHostToDevice);
  free(copy);
  int64_t again = n < WARP ? n : n / WARP;
  store_again<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(out, again);
  return cudaGetLastError();
}

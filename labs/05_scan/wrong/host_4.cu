// expect: inefficient 4_sklansky global_load_bytes on emu
// fault: the host scans; the kernel only stores again what it finds.
#include "scan.h"
#define scan_4_sklansky reference
#include "../solution.cu"
#undef scan_4_sklansky

static __global__ void store_again(float *out) {
  out[threadIdx.x] = out[threadIdx.x];
}

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  float *copy = (float *)malloc((n + 1) * sizeof(float)), sum = 0;
  cudaMemcpy(copy, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) {
    if (i % SCAN_TILE == 0) sum = 0;
    float x = copy[i];
    copy[i] = sum += x;
  }
  cudaMemcpy(out, copy, n * sizeof(float), cudaMemcpyHostToDevice);
  free(copy);
  if (n >= WARP) store_again<<<1, WARP>>>(out);
  return cudaGetLastError();
}

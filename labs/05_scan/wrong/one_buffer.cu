// expect: hazard 1_hillis_steele race-shared on emu
// fault: one buffer: a thread overwrites the sum that its neighbour has yet to read.
#include "scan.h"
#define scan_1_hillis_steele reference
#include "../solution.cu"
#undef scan_1_hillis_steele

static __global__ void one_buffer(const float *in, int64_t n, float *out) {
  __shared__ float buffer[1][SCAN_TILE];
  int t = threadIdx.x, from = 0;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  buffer[from][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    float sum = buffer[from][t];
    if (t >= d) sum += buffer[from][t - d];
    buffer[from][t] = sum;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  one_buffer<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

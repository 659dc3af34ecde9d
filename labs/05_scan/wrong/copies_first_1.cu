// expect: inefficient 1_hillis_steele global_bytes on emu
// fault: copies the input to the output and scans that in place: every element goes to memory and back twice.
#include "scan.h"
#define scan_1_hillis_steele reference
#include "../solution.cu"
#undef scan_1_hillis_steele

static __global__ void copies_first(const float *in, int64_t n, float *out) {
  __shared__ float buffer[2][SCAN_TILE];
  int t = threadIdx.x, from = 0;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  if (i < n) out[i] = in[i];
  buffer[from][t] = i < n ? out[i] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    float sum = buffer[from][t];
    if (t >= d) sum += buffer[from][t - d];
    buffer[1 - from][t] = sum;
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  copies_first<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}

// expect: pass 6_three_phase
// form: reduce, then scan: the first kernel stores sums alone, the last one scans each tile from its sum before on.
#include "scan.h"
#include <cuda_runtime.h>

enum { WARP = 32 };
enum { REDUCE_THREADS = 256, REDUCE_TILE = 4 * REDUCE_THREADS };

static __device__ float warp_scan(float x) {
  for (int d = 1; d < WARP; d *= 2) {
    float left = __shfl_up_sync(0xffffffffu, x, d);
    if (threadIdx.x % WARP >= d) x += left;
  }
  return x;
}

static __device__ float block_total(float x) {
  __shared__ float s[REDUCE_THREADS];
  int t = threadIdx.x;
  s[t] = x;
  __syncthreads();
  for (int stride = REDUCE_THREADS / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  return s[0];
}

__global__ void tile_totals(const float *in, int64_t n, float *totals) {
  int64_t first = (int64_t)blockIdx.x * REDUCE_TILE;
  float x = 0;
  for (int k = threadIdx.x; k < REDUCE_TILE; k += REDUCE_THREADS) x += first + k < n ? in[first + k] : 0;
  x = block_total(x);
  if (threadIdx.x == 0) totals[blockIdx.x] = x;
}

__global__ void scan_from(const float *in, int64_t n, const float *totals, float *out) {
  __shared__ float s[REDUCE_THREADS / WARP];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  float carry = blockIdx.x > 0 ? totals[blockIdx.x - 1] : 0;
  for (int k = 0; k < REDUCE_TILE; k += REDUCE_THREADS) {
    int64_t i = (int64_t)blockIdx.x * REDUCE_TILE + k + threadIdx.x;
    float x = warp_scan(i < n ? in[i] : 0);
    __syncthreads();
    if (lane == WARP - 1) s[warp] = x;
    __syncthreads();
    float before = 0, all = 0;
    for (int w = 0; w < REDUCE_THREADS / WARP; w++) {
      if (w < warp) before += s[w];
      all += s[w];
    }
    if (i < n) out[i] = carry + before + x;
    carry += all;
  }
}

// One warp, 32 totals at a time.
__global__ void scan_totals(float *totals, unsigned n) {
  float carry = 0;
  for (unsigned first = 0; first < n; first += WARP) {
    unsigned i = first + threadIdx.x;
    float x = carry + warp_scan(i < n ? totals[i] : 0);
    if (i < n) totals[i] = x;
    carry = __shfl_sync(0xffffffffu, x, WARP - 1);
  }
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + REDUCE_TILE - 1) / REDUCE_TILE);
  tile_totals<<<tiles, REDUCE_THREADS>>>(in, n, scratch);
  scan_totals<<<1, WARP>>>(scratch, tiles);
  scan_from<<<tiles, REDUCE_THREADS>>>(in, n, scratch, out);
  return cudaGetLastError();
}

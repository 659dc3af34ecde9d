// expect: inefficient 7_look_back threads on emu
// fault: one block walks over all tiles: nobody has to be asked, and the device waits.
#include "scan.h"
#define scan_7_look_back     reference
#define scan_7_look_back_int reference_int
#include "../solution.cu"
#undef scan_7_look_back
#undef scan_7_look_back_int

// A single block goes from tile to tile and carries the sum along.
template <typename T> __global__ void one_block(const T *in, int64_t n, int exclusive, T *out) {
  __shared__ T s[TILE_WARPS];
  int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  T before = 0;
  for (int64_t first = 0; first < n; first += SCAN_TILE) {
    int64_t i = first + threadIdx.x;
    T upto = warp_scan(i < n ? in[i] : 0), own = exclusive ? lane_before(upto) : upto;
    if (lane == WARP - 1) s[warp] = upto;
    __syncthreads();
    for (int w = 0; w < TILE_WARPS; w++) {
      if (w == warp && i < n) out[i] = before + own;
      before += s[w];
    }
    __syncthreads();
  }
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  (void)scratch;
  one_block<float><<<1, SCAN_TILE>>>(in, n, exclusive, out);
  return cudaGetLastError();
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  (void)scratch;
  one_block<unsigned><<<1, SCAN_TILE>>>((const unsigned *)in, n, exclusive, (unsigned *)out);
  return cudaGetLastError();
}

// expect: inefficient 6_radix_onesweep global_bytes on emu
// fault: the tile is blockIdx.x: a block polls for those before it; with more blocks than the device holds it never ends.
#include "sort.h"
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

static __global__ void faulty_sweep(const uint32_t *in, int64_t n, int pass, const uint32_t *start,
                                    uint32_t *drawn, uint32_t *words, uint32_t *out) {
  enum { ITEMS = 16, TILE = DIGITS * ITEMS, WARPS = DIGITS / WARP };
  __shared__ uint32_t sorted[TILE], counter[WARPS][DIGITS], to[DIGITS], drawn_tile;
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;

  if (t == 0) drawn_tile = blockIdx.x;
  for (int w = 0; w < WARPS; w++) counter[w][t] = 0;
  __syncthreads();
  unsigned tile = drawn_tile;
  int64_t first = (int64_t)tile * TILE;
  int count = n - first < TILE ? (int)(n - first) : (int)TILE;
  uint32_t x[ITEMS];
  for (int i = 0; i < ITEMS; i++) {
    int k = (warp * ITEMS + i) * WARP + lane;
    x[i] = k < count ? in[first + k] : UINT32_MAX;
    atomicAdd(&counter[warp][digit_of(x[i], pass)], 1u);
  }
  __syncthreads();
  uint32_t in_tile = 0, ignored;
  for (int w = 0; w < WARPS; w++) {
    uint32_t of_warp = counter[w][t];
    counter[w][t] = in_tile;
    in_tile += of_warp;
  }
  tell(&words[(int64_t)tile * DIGITS + t], tile == 0 ? PREFIX : TILE_COUNT, in_tile);
  uint32_t begin = sum_before<DIGITS>(in_tile, &ignored);
  for (int w = 0; w < WARPS; w++) counter[w][t] += begin;
  uint32_t before = look_back(&words[t], tile);
  if (tile > 0) tell(&words[(int64_t)tile * DIGITS + t], PREFIX, before + in_tile);
  to[t] = start[t] + before - begin;
  __syncthreads();

  for (int i = 0; i < ITEMS; i++) {
    unsigned digit = digit_of(x[i], pass);
    uint32_t peers = lanes_with(digit);
    int before_me = __popc(peers & ((1u << lane) - 1));
    uint32_t place = counter[warp][digit] + before_me;
    __syncwarp();
    if (before_me == 0) counter[warp][digit] = place + __popc(peers);
    __syncwarp();
    sorted[place] = x[i];
  }
  __syncthreads();
  for (int k = t; k < count; k += DIGITS) {
    uint32_t place = to[digit_of(sorted[k], pass)] + k;
    out[place] = sorted[k];
  }
}

static int faulty_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  int64_t tiles = blocks_of(n, 16 * DIGITS), words = 4 * (DIGITS + 1 + tiles * DIGITS);
  uint32_t *keys = scratch, *to = keys;
  uint32_t *start = scratch + 2 * n, *drawn = start + 4 * DIGITS, *word = drawn + 4;
  cudaError_t error = allow_shared(sort_6_histogram_kernel<uint32_t, as_unsigned>, 65536);
  if (error != cudaSuccess) return error;
  sort_6_clear_kernel<<<blocks_of(words, BLOCK), BLOCK>>>(start, words);
  sort_6_histogram_kernel<uint32_t, as_unsigned><<<counting_blocks(n), COUNT_THREADS, 65536>>>(in, n, start);
  sort_6_start_kernel<<<4, DIGITS>>>(start);
  for (int pass = 0; pass < 4; pass++) {
    faulty_sweep<<<(unsigned)tiles, DIGITS>>>(in, n, pass, start + pass * DIGITS, drawn + pass,
                                              word + pass * tiles * DIGITS, to);
    in = to;
    to = to == keys ? out : keys;
  }
  return cudaGetLastError();
}

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return faulty_onesweep(in, n, scratch, out);
}

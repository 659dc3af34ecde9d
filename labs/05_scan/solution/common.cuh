// Lab 05, the reference: what several stages use.

enum { WARP = 32, HALF_TILE = SCAN_TILE / 2, TILE_WARPS = SCAN_TILE / WARP };
static const unsigned ALL_LANES = 0xffffffff;

static __host__ __device__ unsigned tiles_of(int64_t n, int64_t per_tile) {
  return (unsigned)((n + per_tile - 1) / per_tile);
}

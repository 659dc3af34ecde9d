// Lab 05, stage 6: three phases.

// Adds the sum of all tiles before tile b to its elements: upto[b] is the sum of tiles 0 to b.
__global__ void scan_6_add_kernel(float *out, int64_t n, const float *upto) {
  int64_t i = (int64_t)(blockIdx.x + 1) * SCAN_TILE + threadIdx.x;
  if (i < n) out[i] += upto[blockIdx.x];
}

// Scan the tiles, scan their sums (in place, in the same way), add. Each level has 512 times fewer elements:
// 2^20 take two levels of sums, 2^30 three.
int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned tiles = tiles_of(n, SCAN_TILE);
  float *sums = scratch;

  scan_5_warp_shuffle_kernel<<<tiles, SCAN_TILE>>>(in, n, out, sums);
  if (tiles == 1) return cudaGetLastError();
  int error = scan_6_three_phase(sums, tiles, sums + tiles, sums);
  if (error) return error;
  scan_6_add_kernel<<<tiles - 1, SCAN_TILE>>>(out, n, sums);
  return cudaGetLastError();
}

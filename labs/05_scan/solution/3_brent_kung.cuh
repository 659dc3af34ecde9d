// Lab 05, stage 3: the exclusive up-and-down sweep, Blelloch's form of Brent and Kung's network.

// Up: a reduction that keeps its partial sums; s[right] becomes the sum of the 2d elements that end there.
// Down: 0 replaces the total; it is the sum before the whole tile. Then each pair of halves hands its "sum
// before" down: the left half gets the pair's, the right half gets the pair's plus the left half's sum. In both
// sweeps the first threads work, so that whole warps drop out. 511 additions up, 511 down.
__global__ void scan_3_brent_kung_kernel(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t, j = i + HALF_TILE;

  s[t] = i < n ? in[i] : 0;
  s[t + HALF_TILE] = j < n ? in[j] : 0;
  __syncthreads();
  for (int d = 1; d < SCAN_TILE; d *= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) s[right] += s[right - d];
    __syncthreads();
  }
  if (t == 0) s[SCAN_TILE - 1] = 0;
  __syncthreads();
  for (int d = HALF_TILE; d > 0; d /= 2) {
    int right = 2 * d * (t + 1) - 1;
    if (right < SCAN_TILE) {
      float left_sum = s[right - d];
      s[right - d] = s[right];
      s[right] += left_sum;
    }
    __syncthreads();
  }
  if (i < n) out[i] = s[t];
  if (j < n) out[j] = s[t + HALF_TILE];
}

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_3_brent_kung_kernel<<<tiles_of(n, SCAN_TILE), HALF_TILE>>>(in, n, out);
  return cudaGetLastError();
}

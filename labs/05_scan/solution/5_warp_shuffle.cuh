// Lab 05, stage 5: warp shuffles.

// Lane l gets the sum of x over lanes 0 to l. All 32 lanes must call.
template <typename T> static __device__ T warp_scan(T x) {
  int lane = threadIdx.x % WARP;
  for (int d = 1; d < WARP; d *= 2) {
    T left = __shfl_up_sync(ALL_LANES, x, d);
    if (lane >= d) x += left;
  }
  return x;
}

// Lane l gets the value of lane l - 1, lane 0 gets 0. This makes an exclusive scan of an inclusive one.
template <typename T> static __device__ T lane_before(T x) {
  T left = __shfl_up_sync(ALL_LANES, x, 1);
  return threadIdx.x % WARP == 0 ? 0 : left;
}

// The steps over distances below 32 happen in registers. Then 16 warp sums are left, and one warp scans them.
// Where sums is not NULL, the tile's sum is stored in sums[tile], for stage 6.
__global__ void scan_5_warp_shuffle_kernel(const float *in, int64_t n, float *out, float *sums) {
  __shared__ float s[TILE_WARPS];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;

  float sum = warp_scan(i < n ? in[i] : 0);
  if (lane == WARP - 1) s[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    float upto = warp_scan(lane < TILE_WARPS ? s[lane] : 0);
    if (lane < TILE_WARPS) s[lane] = upto;
  }
  __syncthreads();
  if (warp > 0) sum += s[warp - 1];
  if (i < n) out[i] = sum;
  if (sums && t == SCAN_TILE - 1) sums[blockIdx.x] = sum;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  scan_5_warp_shuffle_kernel<<<tiles_of(n, SCAN_TILE), SCAN_TILE>>>(in, n, out, NULL);
  return cudaGetLastError();
}

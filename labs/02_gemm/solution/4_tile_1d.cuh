// Lab 02, stage 4: one-dimensional register tile.

// From here on a block advances by STEP along k.
enum { TILE_4 = 64, STEP = 8, COLUMN = 8, THREADS_4 = TILE_4 * TILE_4 / COLUMN };

// A block of 512 threads computes 64 x 64 elements. A thread computes COLUMN = 8 of them, one below the
// other. All 8 need the same element of B, and the thread reads it once into a register. Shared loads fall: 9
// for 8 products instead of 16.
__global__ void gemm_4_tile_1d_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                      float beta, float *c) {
  __shared__ float as[TILE_4][STEP], bs[STEP][TILE_4];
  int t = threadIdx.x;
  int row0 = blockIdx.y * TILE_4, col0 = blockIdx.x * TILE_4; // where the tile begins
  int ty = t / TILE_4 * COLUMN, tx = t % TILE_4;              // where the thread's elements begin in it

  float sum[COLUMN] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    int ar = t / STEP, al = t % STEP, bl = t / TILE_4, bc = t % TILE_4; // the elements that this thread loads
    as[ar][al] = row0 + ar < m && l0 + al < k ? a[(row0 + ar) * k + l0 + al] : 0;
    bs[bl][bc] = l0 + bl < k && col0 + bc < n ? b[(l0 + bl) * n + col0 + bc] : 0;
    __syncthreads();
    for (int l = 0; l < STEP; l++) {
      float y = bs[l][tx];
      for (int i = 0; i < COLUMN; i++) sum[i] += as[ty + i][l] * y;
    }
    __syncthreads();
  }
  for (int i = 0; i < COLUMN; i++) {
    int row = row0 + ty + i, col = col0 + tx;
    if (row < m && col < n) store(&c[row * n + col], alpha, sum[i], beta);
  }
}

int gemm_4_tile_1d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 grid(ceil_div(n, TILE_4), ceil_div(m, TILE_4));
  gemm_4_tile_1d_kernel<<<grid, THREADS_4>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

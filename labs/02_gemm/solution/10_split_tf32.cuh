// Lab 02, stage 10: fp32 results by tensor cores.

// The tensor cores' tf32 keeps 11 of the 24 bits of a float. So an element is taken as a sum of two: high, the
// nearest tf32, and low, what is left of it. Of the four products of two such sums low x low is below the last
// bit of a float. The other three are made by tensor cores: tensor operations rise to 6F.
//
// A tensor core cuts off where it adds, which in a long sum loses more bits than fp32 would. So it adds up the
// products of one step alone, STEP_10 of them, and these sums are added in fp32.
enum { TILE_10 = 64, STEP_10 = 32, DEPTH = 8, THREADS_10 = 128 };

// Copies a tile of ROWS x COLS of the matrix x to shared memory, whose rows are 4 floats longer; elements outside
// the matrix become 0. With VECTORS a thread copies 4 floats at a time.
template <bool VECTORS, int ROWS, int COLS>
static __device__ void load_floats(float (*tile)[COLS + 4], const float *x, int rows, int cols, int row0,
                                   int col0) {
  enum { WIDTH = VECTORS ? 4 : 1 };
  for (int i = threadIdx.x * WIDTH; i < ROWS * COLS; i += THREADS_10 * WIDTH) {
    int r = i / COLS, c = i % COLS;
    bool inside = row0 + r < rows && col0 + c < cols;
    const float *p = &x[(row0 + r) * cols + col0 + c];
    if (VECTORS)
      *(float4 *)&tile[r][c] = inside ? *(const float4 *)p : float4{0, 0, 0, 0};
    else
      tile[r][c] = inside ? *p : 0;
  }
}

// A fragment of floats becomes its high part, and low the rest. The difference is exact.
template <typename F> static __device__ void split(F &x, F &low) {
  for (int i = 0; i < x.num_elements; i++) {
    float high = wmma::__float_to_tf32(x.x[i]);
    low.x[i] = wmma::__float_to_tf32(x.x[i] - high);
    x.x[i] = high;
  }
}

// Four warps compute 64 x 64 elements, each 32 x 32 of them as 2 x 2 fragments, as in stage 9.
template <bool VECTORS>
__global__ void gemm_10_split_tf32_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                          float beta, float *c) {
#if __CUDA_ARCH__ >= 800 // older tensor cores have no TF32
  __shared__ __align__(32) float as[TILE_10][STEP_10 + 4], bs[STEP_10][TILE_10 + 4], cs[TILE_10][TILE_10 + 4];
  int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
  int row0 = blockIdx.y * TILE_10, col0 = blockIdx.x * TILE_10;

  wmma::fragment<wmma::accumulator, FRAGMENT, FRAGMENT, DEPTH, float> sum[2][2], part[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) wmma::fill_fragment(sum[i][j], 0);

  for (int l0 = 0; l0 < k; l0 += STEP_10) {
    load_floats<VECTORS, TILE_10, STEP_10>(as, a, m, k, row0, l0);
    load_floats<VECTORS, STEP_10, TILE_10>(bs, b, k, n, l0, col0);
    __syncthreads();
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) wmma::fill_fragment(part[i][j], 0);
    for (int l = 0; l < STEP_10; l += DEPTH) {
      wmma::fragment<wmma::matrix_a, FRAGMENT, FRAGMENT, DEPTH, wmma::precision::tf32, wmma::row_major> x[2],
          x_low[2];
      wmma::fragment<wmma::matrix_b, FRAGMENT, FRAGMENT, DEPTH, wmma::precision::tf32, wmma::row_major> y[2],
          y_low[2];
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(x[i], &as[wr + FRAGMENT * i][l], STEP_10 + 4);
        wmma::load_matrix_sync(y[i], &bs[l][wc + FRAGMENT * i], TILE_10 + 4);
        split(x[i], x_low[i]);
        split(y[i], y_low[i]);
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
          wmma::mma_sync(part[i][j], x_low[i], y[j], part[i][j]);
          wmma::mma_sync(part[i][j], x[i], y_low[j], part[i][j]);
          wmma::mma_sync(part[i][j], x[i], y[j], part[i][j]);
        }
    }
    __syncthreads();
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int e = 0; e < sum[i][j].num_elements; e++) sum[i][j].x[e] += part[i][j].x[e];
  }

  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&cs[wr + FRAGMENT * i][wc + FRAGMENT * j], sum[i][j], TILE_10 + 4,
                              wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < TILE_10 * TILE_10; i += THREADS_10) {
    int row = row0 + i / TILE_10, col = col0 + i % TILE_10;
    if (row < m && col < n) store(&c[row * n + col], alpha, cs[i / TILE_10][i % TILE_10], beta);
  }
#else
  __trap();
#endif
}

static int gemm_10_wmma(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  dim3 grid(ceil_div(n, TILE_10), ceil_div(m, TILE_10));
  if (n % 4 == 0 && k % 4 == 0)
    gemm_10_split_tf32_kernel<true><<<grid, THREADS_10>>>(m, n, k, alpha, a, b, beta, c);
  else
    gemm_10_split_tf32_kernel<false><<<grid, THREADS_10>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

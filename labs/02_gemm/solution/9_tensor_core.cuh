// Lab 02, stage 9: tensor cores.

using namespace nvcuda;

// Four warps compute 64 x 64 elements, each 32 x 32 of them as 2 x 2 fragments of 16 x 16. Tensor cores make
// all products: tensor operations rise from 0 to 2F. Rows in shared memory have 8 halves more than necessary,
// so that the rows of a fragment lie in different banks.
enum { TILE_9 = 64, STEP_9 = 32, FRAGMENT = 16, THREADS_9 = 128, GAP = 8 };

// Copies a tile of ROWS x COLS of the matrix x to shared memory; elements outside the matrix become 0. With
// VECTORS a thread copies 8 halves, 16 bytes, at a time.
template <bool VECTORS, int ROWS, int COLS>
static __device__ void load_halves(__half (*tile)[COLS + GAP], const __half *x, int rows, int cols, int row0,
                                   int col0) {
  enum { WIDTH = VECTORS ? 8 : 1 };
  for (int i = threadIdx.x * WIDTH; i < ROWS * COLS; i += THREADS_9 * WIDTH) {
    int r = i / COLS, c = i % COLS;
    bool inside = row0 + r < rows && col0 + c < cols;
    const __half *p = &x[(row0 + r) * cols + col0 + c];
    if (VECTORS)
      *(uint4 *)&tile[r][c] = inside ? *(const uint4 *)p : uint4{0, 0, 0, 0};
    else
      tile[r][c] = inside ? *p : __float2half(0);
  }
}

template <bool VECTORS>
__global__ void gemm_9_tensor_core_kernel(int m, int n, int k, float alpha, const __half *a, const __half *b,
                                          float beta, float *c) {
  __shared__ __align__(32) __half as[TILE_9][STEP_9 + GAP], bs[STEP_9][TILE_9 + GAP];
  __shared__ __align__(32) float cs[TILE_9][TILE_9 + 4];
  int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
  int row0 = blockIdx.y * TILE_9, col0 = blockIdx.x * TILE_9;

  wmma::fragment<wmma::accumulator, FRAGMENT, FRAGMENT, FRAGMENT, float> sum[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) wmma::fill_fragment(sum[i][j], 0);

  for (int l0 = 0; l0 < k; l0 += STEP_9) {
    load_halves<VECTORS, TILE_9, STEP_9>(as, a, m, k, row0, l0);
    load_halves<VECTORS, STEP_9, TILE_9>(bs, b, k, n, l0, col0);
    __syncthreads();
    for (int l = 0; l < STEP_9; l += FRAGMENT) {
      wmma::fragment<wmma::matrix_a, FRAGMENT, FRAGMENT, FRAGMENT, __half, wmma::row_major> x[2];
      wmma::fragment<wmma::matrix_b, FRAGMENT, FRAGMENT, FRAGMENT, __half, wmma::row_major> y[2];
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(x[i], &as[wr + FRAGMENT * i][l], STEP_9 + GAP);
        wmma::load_matrix_sync(y[i], &bs[l][wc + FRAGMENT * i], TILE_9 + GAP);
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
    }
    __syncthreads();
  }

  // CUDA does not specify which lane holds which element of a fragment. So the sums go through shared memory
  // to their places in C.
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&cs[wr + FRAGMENT * i][wc + FRAGMENT * j], sum[i][j], TILE_9 + 4,
                              wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < TILE_9 * TILE_9; i += THREADS_9) {
    int row = row0 + i / TILE_9, col = col0 + i % TILE_9;
    if (row < m && col < n) store(&c[row * n + col], alpha, cs[i / TILE_9][i % TILE_9], beta);
  }
}

static int gemm_9_wmma(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
  dim3 grid(ceil_div(n, TILE_9), ceil_div(m, TILE_9));
  if (n % 8 == 0 && k % 8 == 0)
    gemm_9_tensor_core_kernel<true><<<grid, THREADS_9>>>(m, n, k, alpha, a, b, beta, c);
  else
    gemm_9_tensor_core_kernel<false><<<grid, THREADS_9>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

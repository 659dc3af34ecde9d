// Lab 02, stage 7: double buffer.

// Begins to copy b[row][col .. col + 3] to shared memory without registers; elements outside the matrix
// become 0. The copy is complete when the thread has waited for it.
template <bool VECTORS>
static __device__ void copy4(float *to, const float *b, int rows, int cols, int row, int col) {
  const float *p = &b[row * cols + col];
  if (VECTORS && row < rows && col < cols) {
    __pipeline_memcpy_async(to, p, 16);
    return;
  }
  for (int j = 0; j < 4; j++)
    if (row < rows && col + j < cols)
      __pipeline_memcpy_async(&to[j], &p[j], 4);
    else
      to[j] = 0;
}

// The block multiplies one tile while the next one arrives in a second buffer. B's part is copied
// asynchronously. A's part must be transposed, so it stays in a register until the thread has multiplied. One
// barrier a step is enough: behind it the next tile is complete, and no thread reads the old one any more.
// Barriers fall to half.
template <bool VECTORS>
__global__ void gemm_7_double_buffer_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                            float beta, float *c) {
  __shared__ __align__(16) float as[2][STEP][PITCH], bs[2][STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * 4, tx = t % 16 * 4;
  int ar = t / 2, al = t % 2 * 4, bl = t / 32, bc = t % 32 * 4;

  float sum[SIDE][SIDE] = {};
  store_turned(as[0], ar, al, load4<VECTORS>(a, m, k, row0 + ar, al));
  copy4<VECTORS>(&bs[0][bl][bc], b, k, n, bl, col0 + bc);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();

  int now = 0;
  for (int l0 = STEP; l0 < k; l0 += STEP, now ^= 1) {
    copy4<VECTORS>(&bs[now ^ 1][bl][bc], b, k, n, l0 + bl, col0 + bc);
    __pipeline_commit();
    float4 next = load4<VECTORS>(a, m, k, row0 + ar, l0 + al);
    multiply_tiles(as[now], bs[now], ty, tx, sum);
    store_turned(as[now ^ 1], ar, al, next);
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  multiply_tiles(as[now], bs[now], ty, tx, sum);
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

int gemm_7_double_buffer(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c) {
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  bool vectors = n % 4 == 0 && k % 4 == 0;
  gemm_kernel *kernel = vectors ? gemm_7_double_buffer_kernel<true> : gemm_7_double_buffer_kernel<false>;
  kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// Lab 02, stage 3: shared tile.

enum { TILE = 32 };

// A block computes a TILE x TILE tile of C and walks along k in steps of TILE. In each step a thread loads
// one element of A and one of B, waits at a barrier, and adds TILE products from shared memory. At the second
// barrier it waits before it overwrites the tiles. Elements outside the matrices become 0 and add nothing.
// Each loaded element serves TILE products: bytes loaded fall to 1/32.
__global__ void gemm_3_shared_tile_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                          float beta, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += TILE) {
    as[ty][tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0;
    bs[ty][tx] = l0 + ty < k && col < n ? b[(l0 + ty) * n + col] : 0;
    __syncthreads();
    for (int l = 0; l < TILE; l++) sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  gemm_3_shared_tile_kernel<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

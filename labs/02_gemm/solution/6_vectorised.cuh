// Lab 02, stage 6: vectorised.

// Every kernel of stages 6 to 8 exists in two versions. With VECTORS, each row is a multiple of four floats
// long. So each group of four lies wholly inside or wholly outside the matrix, and begins at a multiple of 16
// bytes. Without VECTORS there are four single loads.
//
// Loads x[row][col .. col + 3] of a matrix of rows x cols; elements outside the matrix are 0.
template <bool VECTORS> static __device__ float4 load4(const float *x, int rows, int cols, int row, int col) {
  float4 v = {0, 0, 0, 0};
  if (row >= rows || col >= cols) return v;
  const float *p = &x[row * cols + col];
  if (VECTORS) return *(const float4 *)p;
  v.x = p[0];
  if (col + 1 < cols) v.y = p[1];
  if (col + 2 < cols) v.z = p[2];
  if (col + 3 < cols) v.w = p[3];
  return v;
}

// Stores up to four neighbouring elements of C: those inside the matrix.
template <bool VECTORS>
static __device__ void store4(float *c, int m, int n, int row, int col, float alpha, const float *sum,
                              float beta) {
  float *p = &c[row * n + col];
  if (row >= m || col >= n) return;
  if (VECTORS) {
    float4 v = {alpha * sum[0], alpha * sum[1], alpha * sum[2], alpha * sum[3]};
    if (beta != 0) {
      float4 old = *(float4 *)p;
      v.x += beta * old.x, v.y += beta * old.y, v.z += beta * old.z, v.w += beta * old.w;
    }
    *(float4 *)p = v;
  } else {
    for (int j = 0; j < 4 && col + j < n; j++) store(&p[j], alpha, sum[j], beta);
  }
}

// Reads four neighbours, and the four neighbours half a tile further on.
static __device__ void read_8(float to[SIDE], const float *from) {
  float4 first = *(const float4 *)from, second = *(const float4 *)(from + BLOCK_TILE / 2);
  to[0] = first.x, to[1] = first.y, to[2] = first.z, to[3] = first.w;
  to[4] = second.x, to[5] = second.y, to[6] = second.z, to[7] = second.w;
}

// A's tile is stored transposed: as[l] is a column of A. With one instruction a warp stores elements of 16
// rows of A, for two values of l that differ by 4. The rows of the transposed tile have 4 floats more than
// necessary, so that these 32 elements go to 32 banks.
enum { PITCH = BLOCK_TILE + 4 };

static __device__ void store_turned(float (*as)[PITCH], int row, int l, float4 v) {
  as[l + 0][row] = v.x;
  as[l + 1][row] = v.y;
  as[l + 2][row] = v.z;
  as[l + 3][row] = v.w;
}

// Adds a thread's products of one tile to its sums. Its rows are ty .. ty + 3 and ty + 64 .. ty + 67, its
// columns likewise.
static __device__ void multiply_tiles(float (*as)[PITCH], float (*bs)[BLOCK_TILE], int ty, int tx,
                                      float sum[SIDE][SIDE]) {
#pragma unroll
  for (int l = 0; l < STEP; l++) {
    float x[SIDE], y[SIDE];
    read_8(x, &as[l][ty]);
    read_8(y, &bs[l][tx]);
#pragma unroll
    for (int i = 0; i < SIDE; i++)
#pragma unroll
      for (int j = 0; j < SIDE; j++) sum[i][j] += x[i] * y[j];
  }
}

template <bool VECTORS>
static __device__ void store_tile(float *c, int m, int n, int row, int col, float alpha,
                                  float sum[SIDE][SIDE], float beta) {
#pragma unroll
  for (int i = 0; i < SIDE; i++) {
    int r = row + i % 4 + i / 4 * (BLOCK_TILE / 2);
    store4<VECTORS>(c, m, n, r, col, alpha, &sum[i][0], beta);
    store4<VECTORS>(c, m, n, r, col + BLOCK_TILE / 2, alpha, &sum[i][4], beta);
  }
}

// Each load takes 16 bytes. From global memory, two threads load the 8 elements of a row of A's tile, and 32
// threads load a row of B's. From shared memory, a thread reads its 8 rows as two groups of four neighbours,
// so that 16 threads side by side read 64 neighbouring floats of B. Load requests and shared loads fall to a
// quarter, excess wavefronts to 0.
template <bool VECTORS>
__global__ void gemm_6_vectorised_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                         float beta, float *c) {
  __shared__ __align__(16) float as[STEP][PITCH], bs[STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * 4, tx = t % 16 * 4;
  int ar = t / 2, al = t % 2 * 4, bl = t / 32, bc = t % 32 * 4;

  float sum[SIDE][SIDE] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    store_turned(as, ar, al, load4<VECTORS>(a, m, k, row0 + ar, l0 + al));
    *(float4 *)&bs[bl][bc] = load4<VECTORS>(b, k, n, l0 + bl, col0 + bc);
    __syncthreads();
    multiply_tiles(as, bs, ty, tx, sum);
    __syncthreads();
  }
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

typedef void gemm_kernel(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c);

int gemm_6_vectorised(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                      float *c) {
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  bool vectors = n % 4 == 0 && k % 4 == 0;
  gemm_kernel *kernel = vectors ? gemm_6_vectorised_kernel<true> : gemm_6_vectorised_kernel<false>;
  kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

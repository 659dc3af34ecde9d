// Lab 02, the reference: nine matrix products, each one idea away from the one before.
//
// The ladder. Every step names the counter that shows it, for F = m n k multiply-adds (2F operations); the handout's
// table has the numbers of a whole run.
//
//   1 naive            one thread an element; the lanes of a warp lie in one column of C, rows apart in A.
//                      16.5 sectors a load.
//   2 coalesced        the lanes of a warp lie in one row of C: B comes in whole sectors, A in one. 2.5 sectors a
//                      load.
//   3 shared_tile      a block loads 32 x 32 of A and of B once and uses each element 32 times. Bytes loaded fall
//                      from 8F to 8F/32: 8 operations a byte.
//   4 tile_1d          a thread computes 8 elements of a column: an element of B in a register serves 8 products.
//                      Shared loads fall from 2 to 9/8 a multiply-add.
//   5 tile_2d          8 x 8 elements a thread: 16 loads for 64 products. Shared loads fall to 1/4; a 128 x 128 tile
//                      brings 32 operations a byte.
//   6 vectorised       16 bytes a load, from global and from shared memory; A is transposed on its way, so that
//                      a column of it lies side by side. Shared loads fall to 1/16, excess wavefronts to 0.
//   7 double_buffer    while a tile is multiplied the next one is copied into a second buffer. Half the barriers.
//   8 warp_tile        the 32 threads of a warp form a compact patch and share what they read; 16 x 8 elements a
//                      thread, and everything is loaded one step ahead. Shared wavefronts are halved.
//   9 tensor_core      a warp multiplies 16 x 16 x 16 halves with one call (two instructions) and adds up in fp32.
//                      On Hopper four warps multiply operands in shared memory, which the tensor memory
//                      accelerator has copied there.
#include "gemm.h"
#include "hopper.cuh"
#include <cuda_pipeline.h>
#include <mma.h>

static __host__ __device__ int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

// beta = 0 must not read C: it may hold NaN, and 0 * NaN is NaN.
static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

// ---- 1: naive --------------------------------------------------------------------------------------------

// Thread (x, y) computes one element, in row x and column y. The 32 lanes of a warp have neighbouring x: their
// elements of A lie k floats apart, each in a sector of its own.
__global__ void gemm_1_naive_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                    float beta, float *c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[row * k + l] * b[l * n + col];
  store(&c[row * n + col], alpha, sum, beta);
}

int gemm_1_naive(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 block(32, 32), grid(ceil_div(m, 32), ceil_div(n, 32));
  gemm_1_naive_kernel<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 2: coalesced ----------------------------------------------------------------------------------------

// The same with x for columns. Neighbouring lanes now read neighbouring elements of B, four sectors for a warp, and
// all the same element of A, one sector.
__global__ void gemm_2_coalesced_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                        float beta, float *c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (int l = 0; l < k; l++) sum += a[row * k + l] * b[l * n + col];
  store(&c[row * n + col], alpha, sum, beta);
}

int gemm_2_coalesced(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32));
  gemm_2_coalesced_kernel<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 3: shared tile --------------------------------------------------------------------------------------

enum { TILE = 32 };

// A block computes a TILE x TILE tile of C. It walks along k in steps of TILE: all threads load one element of A and
// one of B, wait, multiply TILE times from shared memory, and wait again before the tiles are overwritten. What lies
// outside of the matrices becomes 0 and adds nothing.
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

// ---- 4: one-dimensional register tile --------------------------------------------------------------------

// From here on STEP is how far a block walks along k at a time.
enum { TILE_4 = 64, STEP = 8, COLUMN = 8, THREADS_4 = TILE_4 * TILE_4 / COLUMN };

// A block of 512 threads computes 64 x 64 elements, a thread COLUMN = 8 of them, one below the other. They need the
// same element of B, which is read once into a register: 9 shared loads for 8 products instead of 16.
__global__ void gemm_4_tile_1d_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                      float beta, float *c) {
  __shared__ float as[TILE_4][STEP], bs[STEP][TILE_4];
  int t = threadIdx.x;
  int row0 = blockIdx.y * TILE_4, col0 = blockIdx.x * TILE_4; // of the tile
  int ty = t / TILE_4 * COLUMN, tx = t % TILE_4;              // of the thread's elements in it

  float sum[COLUMN] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    int ar = t / STEP, al = t % STEP, bl = t / TILE_4, bc = t % TILE_4; // what this thread loads
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

// ---- 5: two-dimensional register tile --------------------------------------------------------------------

// Stages 5 to 8: 256 threads compute 128 x 128 elements, each SIDE x SIDE = 8 x 8 of them.
enum { BLOCK_TILE = 128, SIDE = 8, THREADS = BLOCK_TILE * BLOCK_TILE / (SIDE * SIDE) };

// A thread reads 8 elements of a column of A and 8 of a row of B into registers and multiplies each with each: 16
// loads for 64 products. The tile has 4 times as many elements as stage 4's, and each is used 128 times instead of 64.
__global__ void gemm_5_tile_2d_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                      float beta, float *c) {
  __shared__ float as[BLOCK_TILE][STEP], bs[STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * SIDE, tx = t % 16 * SIDE;

  float sum[SIDE][SIDE] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    for (int i = t; i < BLOCK_TILE * STEP; i += THREADS) { // four elements of each a thread
      int ar = i / STEP, al = i % STEP, bl = i / BLOCK_TILE, bc = i % BLOCK_TILE;
      as[ar][al] = row0 + ar < m && l0 + al < k ? a[(row0 + ar) * k + l0 + al] : 0;
      bs[bl][bc] = l0 + bl < k && col0 + bc < n ? b[(l0 + bl) * n + col0 + bc] : 0;
    }
    __syncthreads();
    for (int l = 0; l < STEP; l++) {
      float x[SIDE], y[SIDE];
      for (int i = 0; i < SIDE; i++) x[i] = as[ty + i][l];
      for (int j = 0; j < SIDE; j++) y[j] = bs[l][tx + j];
      for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) sum[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int row = row0 + ty + i, col = col0 + tx + j;
      if (row < m && col < n) store(&c[row * n + col], alpha, sum[i][j], beta);
    }
}

int gemm_5_tile_2d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  gemm_5_tile_2d_kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 6: vectorised ---------------------------------------------------------------------------------------

// Every kernel from here on exists twice. VECTORS: rows are multiples of four floats long, so each group of four lies
// wholly inside or wholly outside of the matrix and begins at a multiple of 16 bytes. Otherwise four single loads.
//
// x[row][col .. col + 3] of a matrix of rows x cols; 0 outside.
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

// Stores four elements of C, as far as they exist.
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

// Four neighbours, and the four that lie half a tile further on.
static __device__ void read_8(float to[SIDE], const float *from) {
  float4 first = *(const float4 *)from, second = *(const float4 *)(from + BLOCK_TILE / 2);
  to[0] = first.x, to[1] = first.y, to[2] = first.z, to[3] = first.w;
  to[4] = second.x, to[5] = second.y, to[6] = second.z, to[7] = second.w;
}

// A's tile is stored transposed: as[l] is a column of A. A warp stores the elements of 16 rows of A with two
// values of l (l and l + 4): rows of the transposed tile are 4 floats longer than necessary, so that the 32
// elements go to different banks.
enum { PITCH = BLOCK_TILE + 4 };

static __device__ void store_turned(float (*as)[PITCH], int row, int l, float4 v) {
  as[l + 0][row] = v.x;
  as[l + 1][row] = v.y;
  as[l + 2][row] = v.z;
  as[l + 3][row] = v.w;
}

// What a thread adds up from one tile: the products of its rows ty .. ty + 3, ty + 64 .. ty + 67 and columns likewise.
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

// Global loads: two threads take the 8 elements of a row of A's tile, 32 threads a row of B's. Shared loads: a thread's
// 8 rows are two groups of four neighbours, so that 16 threads side by side read 64 neighbouring floats of B.
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

// ---- 7: double buffer ------------------------------------------------------------------------------------

// Begins to copy b[row][col .. col + 3] to shared memory, past the registers; zeros where there is none. It has
// arrived when the thread has waited for it.
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

// Two buffers: the tile that is multiplied and the next one, which arrives meanwhile. B's part is copied
// asynchronously; A's has to be turned, so it waits in a register until the multiplications are done. One barrier a
// step is enough: it says that the next tile is complete and that nobody reads the old one any more.
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

// ---- 8: warp tile ----------------------------------------------------------------------------------------

// Three sizes of tiles, one inside the other: a block of four warps computes BLOCK_TILE x BLOCK_TILE
// elements, a warp a quarter of them, and a lane, of 4 rows of 8 lanes, THREAD_M x THREAD_N = 16 x 8. That is
// twice stage 7's tile for a thread: 6 shared loads of 16 bytes for 128 multiply-adds, where 4 served 64. 128
// sums and the rest take some 220 registers, so that a multiprocessor holds two blocks, of 8 warps together:
// what hides latency from here on is not other warps but the independent multiply-adds of the same one.
//
// The small tile is for matrices that have too few large ones to give every multiprocessor its own.
template <int BLOCK_TILE_, int STEP_> struct tiling {
  static constexpr int BLOCK_TILE = BLOCK_TILE_, STEP = STEP_;
  static constexpr int WARP_TILE = BLOCK_TILE / 2, LANES_M = 4, LANES_N = 8, THREADS = 128;
  static constexpr int THREAD_M = WARP_TILE / LANES_M, THREAD_N = WARP_TILE / LANES_N;
  static constexpr int COPIES = BLOCK_TILE * STEP / 4 / THREADS; // vectors of A, and of B, a thread carries
  static constexpr int BLOCKS = 256 / BLOCK_TILE;                // that a multiprocessor is to hold

  // A's tile lies turned. Its rows are 4 floats longer than need be: the 32 stores of a warp then go to 32
  // banks.
  static constexpr int PITCH = BLOCK_TILE + 4;
  struct tiles {
    float a[STEP][PITCH], b[STEP][BLOCK_TILE];
  };
};
typedef tiling<128, 8> large_tiles;
typedef tiling<64, 16> small_tiles;

// p[0 .. 3], as far as they exist; zeros beyond. VECTORS: all four do, or none.
template <bool VECTORS> static __device__ float4 load_existing(const float *p, int exist) {
  if (VECTORS) return exist > 0 ? *(const float4 *)p : float4{0, 0, 0, 0};
  return {exist > 0 ? p[0] : 0, exist > 1 ? p[1] : 0, exist > 2 ? p[2] : 0, exist > 3 ? p[3] : 0};
}

// What a thread carries of each tile, from global memory through its registers to shared memory: COPIES
// vectors of A's and of B's. Two threads take 8 elements of a row of A, a whole sector; the threads go along
// the rows of B. The i-th vector of a thread lies a fixed way behind its first: a_down(i) rows below and
// a_right(i) columns on, b_down(i) below.
template <typename T, bool VECTORS> struct carrier {
  int a_row = threadIdx.x / 2, a_col = threadIdx.x % 2 * 4; // of the first one, in the tile
  int b_row = threadIdx.x / (T::BLOCK_TILE / 4), b_col = threadIdx.x % (T::BLOCK_TILE / 4) * 4;
  const float *a[T::COPIES], *b[T::COPIES]; // where it fetches next
  float4 held_a[T::COPIES], held_b[T::COPIES];
  int n, cols; // a row of B; how many of four elements of it exist
  int put_a = a_col * T::PITCH + a_row, put_b = b_row * T::BLOCK_TILE + b_col; // where in a tile it stores

  static __device__ constexpr int a_down(int i) {
    return i * (T::THREADS / 2) % T::BLOCK_TILE;
  }
  static __device__ constexpr int a_right(int i) {
    return i * (T::THREADS / 2) / T::BLOCK_TILE * 8;
  }
  static __device__ constexpr int b_down(int i) {
    return i * T::THREADS / (T::BLOCK_TILE / 4);
  }

  // What lies beyond the last row of A or the last column of B goes into sums that are not stored: any
  // element will do for it, the edge's for one, and no load has to be guarded for its sake.
  __device__ carrier(int m, int n, int k, const float *a0, const float *b0, int row0, int col0) : n(n) {
    int col = col0 + b_col;
    cols = VECTORS ? 4 : n - col;
    if (VECTORS) col = min(col, n - 4);
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      a[i] = a0 + (min(row0 + a_row + a_down(i), m - 1) * k + a_col + a_right(i));
      b[i] = b0 + ((int64_t)(b_row + b_down(i)) * n + col);
    }
  }

  // The next `width` columns of A and rows of B. What lies beyond these is added up, so it must be 0, in
  // both: 0 times infinity is NaN. WHOLE: nothing does, width is STEP.
  template <bool WHOLE> __device__ void fetch(int width) {
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      held_a[i] = load_existing<VECTORS>(a[i], WHOLE ? 4 : width - a_col - a_right(i));
      held_b[i] = load_existing<VECTORS>(b[i], WHOLE || b_row + b_down(i) < width ? cols : 0);
      a[i] += width;
      b[i] += width * n;
    }
  }

  __device__ void store(typename T::tiles *to) const {
#pragma unroll
    for (int i = 0; i < T::COPIES; i++) {
      float *column = &to->a[0][0] + put_a + a_right(i) * T::PITCH + a_down(i);
      column[0 * T::PITCH] = held_a[i].x;
      column[1 * T::PITCH] = held_a[i].y;
      column[2 * T::PITCH] = held_a[i].z;
      column[3 * T::PITCH] = held_a[i].w;
      *(float4 *)(&to->b[0][0] + put_b + b_down(i) * T::BLOCK_TILE) = held_b[i];
    }
  }
};

// N floats in groups of four; from one group to the next lie those of the other LANES - 1 lanes of this row
// or column. So the lanes of a warp read neighbouring vectors each time.
template <int LANES, int N> static __device__ void read_groups(float (&to)[N], const float *from) {
#pragma unroll
  for (int i = 0; i < N; i += 4) {
    float4 v = *(const float4 *)&from[i * LANES];
    to[i] = v.x, to[i + 1] = v.y, to[i + 2] = v.z, to[i + 3] = v.w;
  }
}

// The outer product, there along a row and back along the next. An instruction reads three registers and the
// register file delivers two a cycle, but a factor can be kept from one multiply-add for the next. Going back
// and forth, each shares a factor with the one before; jumping to the start of each row, one in eight does
// not and takes two cycles.
template <int M, int N>
static __device__ void multiply_add(float (&sum)[M][N], const float (&x)[M], const float (&y)[N]) {
#pragma unroll
  for (int i = 0; i < M; i++)
#pragma unroll
    for (int j = 0; j < N; j++) {
      int turned = i % 2 ? N - 1 - j : j;
      sum[i][turned] += x[i] * y[turned];
    }
}

// Everything is fetched one turn before it is needed. The next tile: from global memory into registers at the
// start of a step, from there into the other buffer at its end. The next column of A and row of B: from
// shared memory into x and y while the ones before are multiplied. For the last column of a tile these lie in
// the next tile, so the barrier, and the stores before it, come before the last column is multiplied: no warp
// finds itself after the barrier with nothing to multiply. If k is no multiple of STEP the narrow tile comes
// first, and the loop needs no guards.
template <typename T, bool VECTORS>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    gemm_8_warp_tile_kernel(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                            float *c) {
  __shared__ __align__(16) typename T::tiles buffer[2];
  typename T::tiles *now = &buffer[0], *next = &buffer[1];
  int row0 = blockIdx.y * T::BLOCK_TILE, col0 = blockIdx.x * T::BLOCK_TILE;

  // Which lane is where in its warp's 4 x 8: lanes that differ in their lowest bit read the same vector of B,
  // lanes that differ in the next bit the same of A. Such pairs let the hardware serve 16 lanes in one
  // wavefront instead of 8.
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int ty = warp / 2 * T::WARP_TILE + (lane % 2 + lane / 16 * 2) * 4;
  int tx = warp % 2 * T::WARP_TILE + lane / 2 % 8 * 4;

  float sum[T::THREAD_M][T::THREAD_N] = {};
  float x[2][T::THREAD_M], y[2][T::THREAD_N]; // the column and the row being multiplied, and the next ones

  carrier<T, VECTORS> carry(m, n, k, a, b, row0, col0);
  carry.template fetch<false>((k - 1) % T::STEP + 1);
  carry.store(now);
  __syncthreads();
  read_groups<T::LANES_M>(x[0], &now->a[0][ty]);
  read_groups<T::LANES_N>(y[0], &now->b[0][tx]);

  for (int steps = ceil_div(k, T::STEP); steps > 0; steps--) {
#pragma unroll
    for (int l = 0; l < T::STEP; l++) {
      if (l == T::STEP - 1) {
        carry.store(next);
        __syncthreads();
        typename T::tiles *free = now;
        now = next, next = free;
      }
      read_groups<T::LANES_M>(x[(l + 1) % 2], &now->a[(l + 1) % T::STEP][ty]);
      read_groups<T::LANES_N>(y[(l + 1) % 2], &now->b[(l + 1) % T::STEP][tx]);
      if (l == 0 && steps > 1) carry.template fetch<true>(T::STEP);
      multiply_add(sum, x[l % 2], y[l % 2]);
    }
  }

#pragma unroll
  for (int i = 0; i < T::THREAD_M; i++)
#pragma unroll
    for (int j = 0; j < T::THREAD_N; j += 4)
      store4<VECTORS>(c, m, n, row0 + ty + i / 4 * 4 * T::LANES_M + i % 4, col0 + tx + j * T::LANES_N, alpha,
                      &sum[i][j], beta);
}

template <typename T>
static int gemm_8(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 grid(ceil_div(n, T::BLOCK_TILE), ceil_div(m, T::BLOCK_TILE));
  if (n % 4 == 0 && k % 4 == 0)
    gemm_8_warp_tile_kernel<T, true><<<grid, T::THREADS>>>(m, n, k, alpha, a, b, beta, c);
  else
    gemm_8_warp_tile_kernel<T, false><<<grid, T::THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

enum { MULTIPROCESSORS = 132 }; // an H200's; elsewhere the choice of the tile is a little early or late

int gemm_8_warp_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  int64_t tiles = (int64_t)ceil_div(m, large_tiles::BLOCK_TILE) * ceil_div(n, large_tiles::BLOCK_TILE);
  return tiles < MULTIPROCESSORS ? gemm_8<small_tiles>(m, n, k, alpha, a, b, beta, c)
                                 : gemm_8<large_tiles>(m, n, k, alpha, a, b, beta, c);
}

// ---- 9: tensor cores -------------------------------------------------------------------------------------

using namespace nvcuda;

// Four warps compute 64 x 64 elements, each 32 x 32 of them as 2 x 2 fragments of 16 x 16. Rows in shared
// memory are 8 halves longer than they need be: the rows of a fragment then lie in different banks.
enum { TILE_9 = 64, STEP_9 = 32, FRAGMENT = 16, THREADS_9 = 128, GAP = 8 };

// Copies a tile of ROWS x COLS of the matrix x to shared memory, 0 outside. VECTORS: 8 halves, 16 bytes, at
// once.
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

  // Which lane holds which element of a fragment is not specified: they go through shared memory to their
  // places.
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

// ---- 9 on Hopper -----------------------------------------------------------------------------------------

#ifdef __NVCC__ // the emulator has the form above

// A block computes 256 x 128 elements, each of two teams of four warps 128 x 128 of them: 128 sums a thread.
// Four stages of 48 KiB, 64 elements of k wide, fill the shared memory; one block has the multiprocessor to
// itself. BOX: a row of a swizzled box, 128 bytes.
enum { BOX = 64, TEAMS = 2, TEAM = 128, TEAM_M = 128, HOPPER_M = TEAMS * TEAM_M, HOPPER_N = 128, STAGES = 4 };
enum { HOPPER_THREADS = TEAMS * TEAM + 32 };
struct hopper_stage {
  gemm_half a[TEAMS][TEAM_M * BOX], b[HOPPER_N / BOX][BOX * BOX];
};

// One warp does nothing but start copies, and of it one lane: the tensor memory accelerator finds addresses,
// keeps to the edges of the matrix (zeros from beyond) and turns the boxes into the order that the tensor
// cores read without bank conflicts. The teams do nothing but multiply: their operands stay in shared memory,
// no register ever holds an element of A or B. Each stage has two barriers, by which both sides wait for each
// other and for nobody else: `full`, when its bytes have arrived, `empty`, when both teams have multiplied
// them. Round r of a stage is the phase of parity r % 2.
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    gemm_9_hopper_kernel(const __grid_constant__ gemm_map map_a, const __grid_constant__ gemm_map map_b,
                         int m, int n, int k, float alpha, float beta, float *c) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) hopper_stage stage[];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int team = threadIdx.x / TEAM, steps = ceil_div(k, BOX);
  int row0 = blockIdx.y * HOPPER_M, col0 = blockIdx.x * HOPPER_N;

  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      barrier_begin(&full[s], 1);
      barrier_begin(&empty[s], TEAMS);
    }
  __syncthreads();

  if (team == TEAMS) {
    if (threadIdx.x % 32) return;
    for (int i = 0; i < steps; i++) {
      int s = i % STAGES, round = i / STAGES;
      barrier_wait(&empty[s], (round + 1) % 2);
      barrier_arrive_expect(&full[s], sizeof stage[s]);
      for (int q = 0; q < TEAMS; q++) copy_box(stage[s].a[q], &map_a, row0 + q * TEAM_M, i * BOX, &full[s]);
      for (int q = 0; q < HOPPER_N / BOX; q++)
        copy_box(stage[s].b[q], &map_b, i * BOX, col0 + q * BOX, &full[s]);
    }
    return;
  }

  float sum[TEAM_M / 64][64] = {};
  for (int i = 0; i < steps; i++) {
    int s = i % STAGES, round = i / STAGES;
    barrier_wait(&full[s], round % 2);
    wgmma_begin();
#pragma unroll
    for (int l = 0; l < BOX; l += 16)
#pragma unroll
      for (int h = 0; h < TEAM_M / 64; h++)
        wgmma_64x128x16(sum[h], operand_a(&stage[s].a[team][h * 64 * BOX + l]),
                        operand_b(&stage[s].b[0][l * BOX], BOX));
    wgmma_commit();
    wgmma_wait<0>();
    if (threadIdx.x % TEAM == 0) barrier_arrive(&empty[s]);
  }

  // Four lanes hold 8 neighbouring elements of a row: their pairs fill a sector.
  int lane = threadIdx.x % 32, warp = threadIdx.x % TEAM / 32;
#pragma unroll
  for (int h = 0; h < TEAM_M / 64; h++)
#pragma unroll
    for (int i = 0; i < 64; i += 2) {
      int row = row0 + team * TEAM_M + h * 64 + warp * 16 + lane / 4 + i / 2 % 2 * 8;
      int col = col0 + i / 4 * 8 + lane % 4 * 2;
      if (row >= m || col >= n) continue;
      float2 *pair = (float2 *)&c[row * n + col], v = {alpha * sum[h][i], alpha * sum[h][i + 1]};
      if (beta != 0) v.x += beta * pair->x, v.y += beta * pair->y;
      *pair = v;
    }
#else
  __trap(); // compiled for another target than sm_90a
#endif
}

static bool is_hopper() {
  int device, major;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         major == 9;
}

static int gemm_9_hopper(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                         float *c) {
  gemm_map map_a, map_b;
  int error = gemm_map_encode(&map_a, a, m, k, TEAM_M, BOX);
  if (!error) error = gemm_map_encode(&map_b, b, k, n, BOX, BOX);
  if (error) return cudaErrorNotSupported;

  int shared = STAGES * sizeof(hopper_stage);
  error = cudaFuncSetAttribute(gemm_9_hopper_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error) return error;
  dim3 grid(ceil_div(n, HOPPER_N), ceil_div(m, HOPPER_M));
  gemm_9_hopper_kernel<<<grid, HOPPER_THREADS, shared>>>(map_a, map_b, m, n, k, alpha, beta, c);
  return cudaGetLastError();
}
#endif

int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
#ifdef __NVCC__
  // The accelerator wants rows of whole 16 bytes, and a matrix that is not empty.
  if (n % 8 == 0 && k % 8 == 0 && k > 0 && is_hopper()) return gemm_9_hopper(m, n, k, alpha, a, b, beta, c);
#endif
  return gemm_9_wmma(m, n, k, alpha, a, b, beta, c);
}

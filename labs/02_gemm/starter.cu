// Lab 02: ten matrix products, each one idea away from the one before. README.md is the handout.
//
// Do the stages in order. In each stage write the gap, remove the line `return PMPP_TODO;` below it, and run
//     build/bin/lab02 --task 1_naive
// The kernel of stage 1, the helpers of stages 6 to 8, and everything outside the gaps are given. Names: row
// and col are an element's place in C, and l runs along k. A tile begins at row0, col0 and l0.
#include "gemm.h"
#include <cuda_pipeline.h>
#include <mma.h>

static int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

// With beta = 0 a kernel must not read C: C may hold NaN, and 0 * NaN is NaN.
static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

// ---- 1: naive --------------------------------------------------------------------------------------------

// Given. Thread (x, y) computes one element, in row x and column y.
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
  // TODO (about 2 lines).
  // Launch the kernel with blocks of 32 x 32 threads (dim3 block(32, 32)). The grid has exactly as many
  // blocks as cover m in x and n in y.
  return PMPP_TODO; // remove this line once the launch is written
  return cudaGetLastError();
}

// ---- 2: coalesced ----------------------------------------------------------------------------------------

__global__ void gemm_2_coalesced_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                        float beta, float *c) {
  // TODO (about 6 lines).
  // Write stage 1's kernel with x for columns and y for rows.
}

int gemm_2_coalesced(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 block(32, 32), grid(ceil_div(n, 32), ceil_div(m, 32));
  gemm_2_coalesced_kernel<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 3: shared tile --------------------------------------------------------------------------------------

enum { TILE = 32 };

// A block of TILE x TILE threads computes a TILE x TILE tile of C. A thread computes one element of it.
__global__ void gemm_3_shared_tile_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                          float beta, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

  // TODO (about 10 lines).
  // For l0 = 0, TILE, 2 TILE, ... below k:
  // - Load A[row][l0 + tx] into as[ty][tx] and B[l0 + ty][col] into bs[ty][tx]. Elements outside the matrices
  //   become 0. No thread may return early: other threads need the elements that it loads, and all threads
  //   must reach the barriers.
  // - Barrier: the tiles are complete. Add up the TILE products of row ty of as and column tx of bs.
  // - Barrier: no thread may overwrite a tile that another thread still reads.
  // At the end store the sum, if the element exists.
}

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  gemm_3_shared_tile_kernel<<<grid, block>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 4: one-dimensional register tile --------------------------------------------------------------------

// From here on a block advances by STEP along k.
enum { TILE_4 = 64, STEP = 8, COLUMN = 8, THREADS_4 = TILE_4 * TILE_4 / COLUMN };

// A block of 512 threads computes 64 x 64 elements. A thread computes COLUMN = 8 of them, one below the
// other.
__global__ void gemm_4_tile_1d_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                      float beta, float *c) {
  __shared__ float as[TILE_4][STEP], bs[STEP][TILE_4];
  int t = threadIdx.x;
  int row0 = blockIdx.y * TILE_4, col0 = blockIdx.x * TILE_4; // where the tile begins
  int ty = t / TILE_4 * COLUMN, tx = t % TILE_4;              // where the thread's elements begin in it

  float sum[COLUMN] = {};
  // TODO (about 18 lines).
  // The loop is stage 3's. But the tiles (64 x 8 and 8 x 64) no longer have the shape of the block, so
  // compute anew which elements thread t loads: t / STEP and t % STEP select the element of as, t / TILE_4
  // and t % TILE_4 that of bs.
  // For each l of a step, read bs[l][tx] once and multiply it by the 8 elements as[ty + i][l].
  // Store each of the 8 sums, if its element exists.
}

int gemm_4_tile_1d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, TILE_4), ceil_div(m, TILE_4));
  gemm_4_tile_1d_kernel<<<grid, THREADS_4>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 5: two-dimensional register tile --------------------------------------------------------------------

// In stages 5 to 8, 256 threads compute 128 x 128 elements, each SIDE x SIDE = 8 x 8 of them.
enum { BLOCK_TILE = 128, SIDE = 8, THREADS = BLOCK_TILE * BLOCK_TILE / (SIDE * SIDE) };

__global__ void gemm_5_tile_2d_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                      float beta, float *c) {
  __shared__ float as[BLOCK_TILE][STEP], bs[STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * SIDE, tx = t % 16 * SIDE; // 16 x 16 threads compute 8 x 8 elements each

  float sum[SIDE][SIDE] = {};
  // TODO (about 24 lines).
  // - Each tile has 1024 elements and the block has 256 threads. Thread t loads the elements t, t + 256, ...
  // - For each l of a step, copy the 8 elements as[ty + i][l] and the 8 elements bs[l][tx + j] into two small
  //   arrays, which become registers. Then add all 64 products to the sums.
}

int gemm_5_tile_2d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  gemm_5_tile_2d_kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 6: vectorised ---------------------------------------------------------------------------------------

// Every kernel of stages 6 to 8 exists in two versions. With VECTORS, each row is a multiple of four floats
// long. So each group of four lies wholly inside or wholly outside the matrix, and begins at a multiple of 16
// bytes. Without VECTORS, use four single loads.
//
// Loads x[row][col .. col + 3] of a matrix of rows x cols; elements outside the matrix are 0. col is a
// multiple of 4.
template <bool VECTORS> static __device__ float4 load4(const float *x, int rows, int cols, int row, int col) {
  float4 v = {0, 0, 0, 0};
  // TODO (about 6 lines).
  // If the group lies outside the matrix, v stays as it is. With VECTORS, load *(const float4 *)&x[...].
  // Without, load v.x, and v.y, v.z and v.w where they exist.
  return v;
}

// Given. Stores up to four neighbouring elements of C: those inside the matrix.
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

// Given. Reads four neighbours, and the four neighbours half a tile further on.
static __device__ void read_8(float to[SIDE], const float *from) {
  float4 first = *(const float4 *)from, second = *(const float4 *)(from + BLOCK_TILE / 2);
  to[0] = first.x, to[1] = first.y, to[2] = first.z, to[3] = first.w;
  to[4] = second.x, to[5] = second.y, to[6] = second.z, to[7] = second.w;
}

// A's tile is stored transposed: as[l] is a column of A. How long must a row of the transposed tile be? The
// stores of store_turned must go to 32 different banks, and every row must begin at a multiple of 16 bytes.
enum { PITCH = BLOCK_TILE };

// Stores A's elements l .. l + 3 of a row of the tile in four rows of the transposed tile.
static __device__ void store_turned(float (*as)[PITCH], int row, int l, float4 v) {
  // TODO (about 4 lines).
}

// Adds a thread's products of one tile to its sums. Its rows are ty .. ty + 3 and ty + 64 .. ty + 67, its
// columns likewise.
static __device__ void multiply_tiles(float (*as)[PITCH], float (*bs)[BLOCK_TILE], int ty, int tx,
                                      float sum[SIDE][SIDE]) {
#pragma unroll
  for (int l = 0; l < STEP; l++) {
    // TODO (about 7 lines).
    // Call read_8 for as[l] and for bs[l], then add the 64 products.
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

template <bool VECTORS>
__global__ void gemm_6_vectorised_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                         float beta, float *c) {
  __shared__ __align__(16) float as[STEP][PITCH], bs[STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * 4, tx = t % 16 * 4;

  float sum[SIDE][SIDE] = {};
  // TODO (about 8 lines).
  // In each step two neighbouring threads load the 8 elements of a row of A's tile, with load4 and
  // store_turned. 32 threads load a row of B's tile, with load4, and store it as float4. Then barrier,
  // multiply_tiles, barrier.
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

typedef void gemm_kernel(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c);

int gemm_6_vectorised(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                      float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  bool vectors = n % 4 == 0 && k % 4 == 0;
  gemm_kernel *kernel = vectors ? gemm_6_vectorised_kernel<true> : gemm_6_vectorised_kernel<false>;
  kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 7: double buffer ------------------------------------------------------------------------------------

// Given. Begins to copy b[row][col .. col + 3] to shared memory without registers; elements outside the
// matrix become 0. The copy is complete when the thread has waited for it: call __pipeline_commit(), and
// later __pipeline_wait_prior(0).
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

template <bool VECTORS>
__global__ void gemm_7_double_buffer_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                            float beta, float *c) {
  __shared__ __align__(16) float as[2][STEP][PITCH], bs[2][STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * 4, tx = t % 16 * 4;

  float sum[SIDE][SIDE] = {};
  // TODO (about 18 lines).
  // Before the loop, load the first tiles into buffer 0, wait for the copy, and put a barrier.
  // In each step:
  // - Begin to copy B's next tile into the other buffer, and load A's next float4 into a variable.
  // - Multiply the current tiles.
  // - Store the float4 transposed into the other buffer, and wait for the copy.
  // - Put one barrier, and exchange the buffers.
  // After the loop, multiply the last tiles.
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

int gemm_7_double_buffer(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  bool vectors = n % 4 == 0 && k % 4 == 0;
  gemm_kernel *kernel = vectors ? gemm_7_double_buffer_kernel<true> : gemm_7_double_buffer_kernel<false>;
  kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 8: warp tile ----------------------------------------------------------------------------------------

template <bool VECTORS>
__global__ void gemm_8_warp_tile_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                        float beta, float *c) {
  __shared__ __align__(16) float as[2][STEP][PITCH], bs[2][STEP][BLOCK_TILE];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = 0, tx = 0; // the thread's first row and column in the tile, multiples of 4

  float sum[SIDE][SIDE] = {};
  // TODO (about 22 lines).
  // Write stage 7 with other ty and tx. Look at one quarter of the tile, 64 x 64 elements; a thread's other
  // elements lie at the same places of the other quarters. The 8 warps stand 4 above each other and 2 side by
  // side. Each warp has 4 rows of 8 threads. Bits 0, 2 and 4 of the lane select the thread's column in the
  // warp, bits 1 and 3 its row.
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

int gemm_8_warp_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  bool vectors = n % 4 == 0 && k % 4 == 0;
  gemm_kernel *kernel = vectors ? gemm_8_warp_tile_kernel<true> : gemm_8_warp_tile_kernel<false>;
  kernel<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 9: tensor cores -------------------------------------------------------------------------------------

using namespace nvcuda;

// Four warps compute 64 x 64 elements, each 32 x 32 of them as 2 x 2 fragments of 16 x 16. Rows in shared
// memory have 8 halves more than necessary, so that the rows of a fragment lie in different banks.
enum { TILE_9 = 64, STEP_9 = 32, FRAGMENT = 16, THREADS_9 = 128, GAP = 8 };

// Given. Copies a tile of ROWS x COLS of the matrix x to shared memory; elements outside the matrix become 0.
// With VECTORS a thread copies 8 halves, 16 bytes, at a time.
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
  int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32; // the warp's place in the tile
  int row0 = blockIdx.y * TILE_9, col0 = blockIdx.x * TILE_9;

  // TODO (about 20 lines).
  // - Declare 2 x 2 fragments wmma::fragment<wmma::accumulator, 16, 16, 16, float>, and fill them with 0.
  // - In each step of STEP_9, call load_halves<VECTORS, TILE_9, STEP_9>(as, ...) and the same for bs, and put
  //   a barrier. For l = 0 and 16, load two fragments of A (wmma::matrix_a, row_major) and two of B, with the
  //   pitch of the shared rows, and compute the four products with wmma::mma_sync. Put a second barrier.
  // - Store the four fragments to cs with wmma::store_matrix_sync (pitch TILE_9 + 4, wmma::mem_row_major),
  //   and put a barrier.

  for (int i = threadIdx.x; i < TILE_9 * TILE_9; i += THREADS_9) {
    int row = row0 + i / TILE_9, col = col0 + i % TILE_9;
    if (row < m && col < n) store(&c[row * n + col], alpha, cs[i / TILE_9][i % TILE_9], beta);
  }
}

int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, TILE_9), ceil_div(m, TILE_9));
  if (n % 8 == 0 && k % 8 == 0)
    gemm_9_tensor_core_kernel<true><<<grid, THREADS_9>>>(m, n, k, alpha, a, b, beta, c);
  else
    gemm_9_tensor_core_kernel<false><<<grid, THREADS_9>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

// ---- 10: fp32 by tensor cores ----------------------------------------------------------------------------

enum { STEP_10 = 32, DEPTH = 8 }; // fragments of tf32 are 16 x 8 and 8 x 16

// Given. As load_halves, for floats; rows in shared memory have 4 floats more than necessary.
template <bool VECTORS, int ROWS, int COLS>
static __device__ void load_floats(float (*tile)[COLS + 4], const float *x, int rows, int cols, int row0,
                                   int col0) {
  enum { WIDTH = VECTORS ? 4 : 1 };
  for (int i = threadIdx.x * WIDTH; i < ROWS * COLS; i += THREADS_9 * WIDTH) {
    int r = i / COLS, c = i % COLS;
    bool inside = row0 + r < rows && col0 + c < cols;
    const float *p = &x[(row0 + r) * cols + col0 + c];
    if (VECTORS)
      *(float4 *)&tile[r][c] = inside ? *(const float4 *)p : float4{0, 0, 0, 0};
    else
      tile[r][c] = inside ? *p : 0;
  }
}

template <bool VECTORS>
__global__ void gemm_10_split_tf32_kernel(int m, int n, int k, float alpha, const float *a, const float *b,
                                          float beta, float *c) {
#if __CUDA_ARCH__ >= 800 // older tensor cores have no TF32
  __shared__ __align__(32) float as[TILE_9][STEP_10 + 4], bs[STEP_10][TILE_9 + 4], cs[TILE_9][TILE_9 + 4];
  int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32; // the warp's place in the tile
  int row0 = blockIdx.y * TILE_9, col0 = blockIdx.x * TILE_9;

  // TODO (about 35 lines). Write stage 9 for fragments of wmma::precision::tf32, and
  // - after a fragment x has been loaded, for each element x.x[i] (there are x.num_elements), let the high part be
  //   wmma::__float_to_tf32(x.x[i]). What the subtraction leaves is the low part, rounded in the same way; it
  //   goes to the same place of a second fragment.
  // - multiply low by high, high by low, and high by high.
  // - add up the products of one step in fragments of their own, and add their elements to the sums' after it:
  //   a tensor core cuts off where it adds.

  for (int i = threadIdx.x; i < TILE_9 * TILE_9; i += THREADS_9) {
    int row = row0 + i / TILE_9, col = col0 + i % TILE_9;
    if (row < m && col < n) store(&c[row * n + col], alpha, cs[i / TILE_9][i % TILE_9], beta);
  }
#else
  __trap();
#endif
}

int gemm_10_split_tf32(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(ceil_div(n, TILE_9), ceil_div(m, TILE_9));
  if (n % 4 == 0 && k % 4 == 0)
    gemm_10_split_tf32_kernel<true><<<grid, THREADS_9>>>(m, n, k, alpha, a, b, beta, c);
  else
    gemm_10_split_tf32_kernel<false><<<grid, THREADS_9>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}

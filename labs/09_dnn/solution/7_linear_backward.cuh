// Lab 09, stage 7: the gradients of a linear layer, in mixed precision.
#include <mma.h>

// dw = x^T dy: the sums run over the batch, so the lines of both operands are columns. The blocks of dw's first rows have all
// of dy in their tiles, and add up its columns on the way: db costs no byte. The scale is taken away from the sums, in fp32:
// dy without it would be 0 in a half.
__global__ void dnn_7_weights_kernel(const dnn_half *x, const dnn_half *dy, int64_t batch, int64_t inputs,
                                     int64_t outputs, float unscale, float *dw, float *db) {
  __shared__ tile part_of_x, part_of_dy;
  int64_t row0 = (int64_t)blockIdx.x * TILE, column0 = (int64_t)blockIdx.y * TILE;
  bool adds_up = row0 == 0 && threadIdx.x < TILE;
  float sum[SIDE][SIDE] = {}, column_sum = 0;

  for (int64_t r = 0; r < batch; r += DEPTH) {
    load_columns(&part_of_x, x, batch, inputs, row0, r);
    load_columns(&part_of_dy, dy, batch, outputs, column0, r);
    __syncthreads();
    multiply(&part_of_x, &part_of_dy, sum);
    for (int l = 0; l < DEPTH && adds_up; l++) column_sum += part_of_dy.s[l][threadIdx.x];
    __syncthreads(); // the parts have been read
  }
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int64_t row = row0 + tile_row(i), column = column0 + tile_column(j);
      if (row < inputs && column < outputs) dw[row * outputs + column] = sum[i][j] * unscale;
    }
  if (adds_up && column0 + threadIdx.x < outputs) db[column0 + threadIdx.x] = column_sum * unscale;
}

// dx = dy w^T: the sums run over the outputs, so the lines of both operands are rows.
__global__ void dnn_7_inputs_kernel(const dnn_half *w, const dnn_half *dy, int64_t batch, int64_t inputs,
                                    int64_t outputs, dnn_half *dx) {
  __shared__ tile part_of_dy, part_of_w;
  int64_t row0 = (int64_t)blockIdx.x * TILE, column0 = (int64_t)blockIdx.y * TILE;
  float sum[SIDE][SIDE] = {};

  for (int64_t l = 0; l < outputs; l += DEPTH) {
    load_rows(&part_of_dy, dy, batch, outputs, row0, l);
    load_rows(&part_of_w, w, inputs, outputs, column0, l);
    __syncthreads();
    multiply(&part_of_dy, &part_of_w, sum);
    __syncthreads(); // the parts have been read
  }
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int64_t row = row0 + tile_row(i), column = column0 + tile_column(j);
      if (row < batch && column < inputs) dx[row * inputs + column] = __float2half_rn(sum[i][j]);
    }
}

// The fast form: tensor cores, as in lab 02's stage 9. A block has 128 x 64 sums, each of its eight warps 32 x 32. A step of 32
// terms is multiplied while the next two are copied to shared memory. Nothing is turned around on the way: the elements lie
// there as in memory, and wmma is told whether a row holds the terms of a line, or the lines of a term (TURNED, for dw).
enum { MIXED_M = 128, MIXED_N = 64, MIXED_STEP = 32, MIXED_STAGES = 3, MIXED_GAP = 8, MIXED_SIDE = 16 };
enum { MIXED_TILES = 2, MIXED_WARP = MIXED_TILES * MIXED_SIDE, MIXED_OUT = MIXED_N + 4 };

template <bool TURNED> struct mixed {
  enum { LEFT_ROWS = TURNED ? MIXED_STEP : MIXED_M, LEFT_COLUMNS = TURNED ? MIXED_M : MIXED_STEP };
  enum { RIGHT_ROWS = TURNED ? MIXED_STEP : MIXED_N, RIGHT_COLUMNS = TURNED ? MIXED_N : MIXED_STEP };
  // The gaps keep the rows of a fragment in different banks.
  struct part {
    dnn_half left[LEFT_ROWS][LEFT_COLUMNS + MIXED_GAP], right[RIGHT_ROWS][RIGHT_COLUMNS + MIXED_GAP];
  };
  union memory {
    part ring[MIXED_STAGES];
    float out[MIXED_M][MIXED_OUT]; // the sums, when all is multiplied
  };
};
typedef nvcuda::wmma::row_major by_rows;
typedef nvcuda::wmma::col_major by_columns;
template <typename KIND, typename T, typename... LAYOUT>
using mixed_fragment = nvcuda::wmma::fragment<KIND, MIXED_SIDE, MIXED_SIDE, MIXED_SIDE, T, LAYOUT...>;
typedef mixed_fragment<nvcuda::wmma::accumulator, float> mixed_sums[MIXED_TILES][MIXED_TILES];

struct halves { // a row-major matrix; what counts of it ends after `rows`
  const dnn_half *m;
  int64_t rows, columns;
};

// Begins to copy the part of m that begins at (row0, column0); 0 outside. Eight elements lie inside, or none.
template <int ROWS, int COLUMNS>
static __device__ void copy_part(dnn_half (*to)[COLUMNS + MIXED_GAP], halves from, int64_t row0,
                                 int64_t column0) {
  for (int i = threadIdx.x * 8; i < ROWS * COLUMNS; i += BLOCK * 8) {
    int64_t row = row0 + i / COLUMNS, column = column0 + i % COLUMNS;
    bool inside = row < from.rows && column < from.columns;
    __pipeline_memcpy_async(&to[i / COLUMNS][i % COLUMNS],
                            inside ? from.m + row * from.columns + column : from.m, sizeof(uint4),
                            inside ? 0 : sizeof(uint4));
  }
}

template <bool TURNED>
static __device__ void mixed_fetch(typename mixed<TURNED>::part *to, halves left, halves right, int64_t row0,
                                   int64_t column0, int64_t term) {
  typedef mixed<TURNED> T;
  copy_part<T::LEFT_ROWS, T::LEFT_COLUMNS>(to->left, left, TURNED ? term : row0, TURNED ? row0 : term);
  copy_part<T::RIGHT_ROWS, T::RIGHT_COLUMNS>(to->right, right, TURNED ? term : column0,
                                             TURNED ? column0 : term);
}

// The block's sums over the terms `first` to `end` - 1 are in memory.out when it returns. If adds_up, it adds
// up the thread's share of the right operand on the way: rows threadIdx.x / MIXED_N * 8 and so on of each step.
template <bool TURNED>
static __device__ void mixed_multiply(typename mixed<TURNED>::memory *memory, halves left, halves right,
                                      int64_t row0, int64_t column0, int64_t first, int64_t end, bool adds_up,
                                      float &column_sum) {
  using namespace nvcuda::wmma;
  typedef typename mixed<TURNED>::part part;
  int warp = threadIdx.x / WARP, wr = warp / 2 * MIXED_WARP, wc = warp % 2 * MIXED_WARP;
  int steps = (int)((end - first + MIXED_STEP - 1) / MIXED_STEP);
  mixed_sums sum;
  for (int i = 0; i < MIXED_TILES; i++)
    for (int j = 0; j < MIXED_TILES; j++) fill_fragment(sum[i][j], 0);

  part *ring = memory->ring;
  for (int s = 0; s < MIXED_STAGES - 1; s++) {
    if (s < steps) mixed_fetch<TURNED>(&ring[s], left, right, row0, column0, first + s * MIXED_STEP);
    __pipeline_commit();
  }
  for (int s = 0; s < steps; s++) {
    __pipeline_wait_prior(MIXED_STAGES - 2);
    __syncthreads(); // step s is there, and step s - 1 has been read: its place takes the step after the next
    int ahead = s + MIXED_STAGES - 1;
    if (ahead < steps)
      mixed_fetch<TURNED>(&ring[ahead % MIXED_STAGES], left, right, row0, column0,
                          first + ahead * MIXED_STEP);
    __pipeline_commit();
    const part *now = &ring[s % MIXED_STAGES];
#pragma unroll
    for (int l = 0; l < MIXED_STEP; l += MIXED_SIDE) {
      mixed_fragment<matrix_a, dnn_half, typename std::conditional<TURNED, by_columns, by_rows>::type>
          x[MIXED_TILES];
      mixed_fragment<matrix_b, dnn_half, typename std::conditional<TURNED, by_rows, by_columns>::type>
          y[MIXED_TILES];
#pragma unroll
      for (int i = 0; i < MIXED_TILES; i++) {
        int r = wr + i * MIXED_SIDE, c = wc + i * MIXED_SIDE;
        load_matrix_sync(x[i], TURNED ? &now->left[l][r] : &now->left[r][l],
                         sizeof now->left[0] / sizeof(dnn_half));
        load_matrix_sync(y[i], TURNED ? &now->right[l][c] : &now->right[c][l],
                         sizeof now->right[0] / sizeof(dnn_half));
      }
#pragma unroll
      for (int i = 0; i < MIXED_TILES; i++)
#pragma unroll
        for (int j = 0; j < MIXED_TILES; j++) mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
    }
    if (TURNED && adds_up)
      for (int l = 0; l < 8; l++)
        column_sum += __half2float(now->right[threadIdx.x / MIXED_N * 8 + l][threadIdx.x % MIXED_N]);
  }
  __syncthreads(); // the ring has been read
  for (int i = 0; i < MIXED_TILES; i++)
    for (int j = 0; j < MIXED_TILES; j++)
      store_matrix_sync(&memory->out[wr + i * MIXED_SIDE][wc + j * MIXED_SIDE], sum[i][j], MIXED_OUT,
                        mem_row_major);
  __syncthreads();
}

// A batch has many more rows than dw has tiles: blocks share out its rows, 512 to each, and add their sums to dw, and to db.
enum { BATCH_PART = 512 };
__global__ void dnn_7_zero_kernel(int64_t n, float *dw, int64_t outputs, float *db) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) dw[i] = 0;
  if (i < outputs) db[i] = 0;
}

__global__ void __launch_bounds__(BLOCK, 2)
    dnn_7_fast_weights_kernel(const dnn_half *x, const dnn_half *dy, int64_t batch, int64_t inputs,
                              int64_t outputs, float unscale, float *dw, float *db) {
  __shared__ __align__(32) mixed<true>::memory memory;
  int64_t row0 = (int64_t)blockIdx.x * MIXED_M, column0 = (int64_t)blockIdx.y * MIXED_N;
  int64_t first = (int64_t)blockIdx.z * BATCH_PART, end = min(first + BATCH_PART, batch);
  float column_sum = 0;
  mixed_multiply<true>(&memory, {x, end, inputs}, {dy, end, outputs}, row0, column0, first, end, row0 == 0,
                       column_sum);
  for (int i = threadIdx.x; i < MIXED_M * MIXED_N; i += BLOCK) {
    int64_t row = row0 + i / MIXED_N, column = column0 + i % MIXED_N;
    if (row < inputs && column < outputs)
      atomicAdd(&dw[row * outputs + column], memory.out[i / MIXED_N][i % MIXED_N] * unscale);
  }
  int64_t column = column0 + threadIdx.x % MIXED_N;
  if (row0 == 0 && column < outputs) atomicAdd(&db[column], column_sum * unscale);
}

__global__ void __launch_bounds__(BLOCK, 2)
    dnn_7_fast_inputs_kernel(const dnn_half *w, const dnn_half *dy, int64_t batch, int64_t inputs,
                             int64_t outputs, dnn_half *dx) {
  __shared__ __align__(32) mixed<false>::memory memory;
  float none;
  int64_t row0 = (int64_t)blockIdx.x * MIXED_M, column0 = (int64_t)blockIdx.y * MIXED_N;
  mixed_multiply<false>(&memory, {dy, batch, outputs}, {w, inputs, outputs}, row0, column0, 0, outputs, false,
                        none);
  for (int i = 2 * threadIdx.x; i < MIXED_M * MIXED_N; i += 2 * BLOCK) {
    int64_t row = row0 + i / MIXED_N, column = column0 + i % MIXED_N;
    const float *pair = &memory.out[i / MIXED_N][i % MIXED_N];
    if (row < batch && column < inputs)
      *(__half2 *)&dx[row * inputs + column] = __floats2half2_rn(pair[0], pair[1]);
  }
}

static int backward_fast(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                         int64_t inputs, int64_t outputs, float unscale, dnn_half *dx, float *dw, float *db) {
  dim3 weights(fast_tiles(inputs, MIXED_M), fast_tiles(outputs, MIXED_N), fast_tiles(batch, BATCH_PART));
  dim3 rows(fast_tiles(batch, MIXED_M), fast_tiles(inputs, MIXED_N));
  dnn_7_zero_kernel<<<fast_tiles(inputs * outputs, BLOCK), BLOCK>>>(inputs * outputs, dw, outputs, db);
  dnn_7_fast_weights_kernel<<<weights, BLOCK>>>(x, dy, batch, inputs, outputs, unscale, dw, db);
  dnn_7_fast_inputs_kernel<<<rows, BLOCK>>>(w, dy, batch, inputs, outputs, dx);
  return cudaGetLastError();
}

int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  bool vectors = inputs % 8 == 0 && outputs % 8 == 0 && is_aligned(x) && is_aligned(w) && is_aligned(dy) &&
                 is_aligned(dx);
  if (vectors && enough_tiles(batch, MIXED_M, inputs, MIXED_N))
    return backward_fast(x, w, dy, batch, inputs, outputs, 1 / scale, dx, dw, db);
  dim3 weights(tiles(inputs), tiles(outputs)), rows(tiles(batch), tiles(inputs));
  dnn_7_weights_kernel<<<weights, BLOCK>>>(x, dy, batch, inputs, outputs, 1 / scale, dw, db);
  if (batch > 0) dnn_7_inputs_kernel<<<rows, BLOCK>>>(w, dy, batch, inputs, outputs, dx);
  return cudaGetLastError();
}

// Lab 09, stage 6: a linear layer with bias and activation in the product's epilogue.

static __device__ float activated(int activation, float z) {
  return activation == DNN_GELU ? 0.5f * z * (1 + erff(z * 0.70710678f)) : z;
}

static __device__ float silu(float u) {
  return u / (1 + expf(-u));
}

// The sums are in registers when the last product is added, so bias and activation cost no byte: y is stored once, and not
// loaded. For SwiGLU (PRODUCTS = 2) the block multiplies its part of x by both matrices while it is in shared memory: x is
// loaded once for both.
template <int PRODUCTS>
__global__ void dnn_6_linear_gelu_kernel(const float *x, const float *w, const float *b, int64_t batch,
                                         int64_t inputs, int64_t outputs, int activation, float *y) {
  __shared__ tile part_of_x, part_of_w[PRODUCTS];
  int64_t row0 = (int64_t)blockIdx.x * TILE, column0 = (int64_t)blockIdx.y * TILE;
  float sum[PRODUCTS][SIDE][SIDE] = {};

  for (int64_t l = 0; l < inputs; l += DEPTH) {
    load_rows(&part_of_x, x, batch, inputs, row0, l);
    for (int p = 0; p < PRODUCTS; p++)
      load_columns(&part_of_w[p], w + p * inputs * outputs, inputs, outputs, column0, l);
    __syncthreads();
    for (int p = 0; p < PRODUCTS; p++) multiply(&part_of_x, &part_of_w[p], sum[p]);
    __syncthreads(); // the parts have been read
  }
  for (int j = 0; j < SIDE; j++) {
    int64_t column = column0 + tile_column(j);
    if (column >= outputs) break;
    float bias = b[column], second_bias = PRODUCTS == 2 ? b[outputs + column] : 0;
    for (int i = 0; i < SIDE; i++) {
      int64_t row = row0 + tile_row(i);
      if (row >= batch) break;
      float z = sum[0][i][j] + bias;
      y[row * outputs + column] =
          PRODUCTS == 2 ? silu(z) * (sum[PRODUCTS - 1][i][j] + second_bias) : activated(activation, z);
    }
  }
}

// The fast form: rows of whole 16-byte vectors, in tiles of 128 x 128 by product.cuh. With SwiGLU the tile's columns are 32 of the
// first layer, the same 32 of the second, and again so: a lane has both sums of an element.
enum { LINEAR_TILE = 128 };
typedef fast_part<LINEAR_TILE, LINEAR_TILE> linear_part;

template <int PRODUCTS> struct linear_operands {
  enum { TURNS = 1, VECTORS = 2, ROWS_APART = FAST_BLOCK / 2, LINES_APART = FAST_BLOCK * 4 / LINEAR_TILE };
  int line = threadIdx.x / 2,
      along = threadIdx.x % 2 * 4; // x: two lanes have 8 elements of a row, a whole sector
  int depth = threadIdx.x / (LINEAR_TILE / 4),
      column = threadIdx.x % (LINEAR_TILE / 4) * 4; // w: along the rows
  const float *x[VECTORS], *w[VECTORS];
  float4 held_x[VECTORS], held_w[VECTORS];
  int64_t outputs;

  // What is beyond the last row or column is not stored: elements of the edge stand in for it.
  __device__ linear_operands(const float *x0, const float *w0, int64_t batch, int64_t inputs, int64_t outputs,
                             int64_t row0, int64_t column0)
      : outputs(outputs) {
    int64_t own = column0 + (PRODUCTS == 1 ? column : column / 64 * 32 + column % 32);
    int product = PRODUCTS == 1 ? 0 : column / 32 % 2;
    for (int i = 0; i < VECTORS; i++) {
      x[i] = x0 + min(row0 + line + i * ROWS_APART, batch - 1) * inputs + along;
      w[i] = w0 + (product * inputs + depth + i * LINES_APART) * outputs + min(own, outputs - 4);
    }
  }

  // With WHOLE there are as many inputs as a step has; else those beyond `width` are 0 on both sides.
  template <bool WHOLE> __device__ void fetch(linear_part *, int width, int) {
#pragma unroll
    for (int i = 0; i < VECTORS; i++) {
      float4 zeros = {0, 0, 0, 0};
      held_x[i] = WHOLE || along < width ? *(const float4 *)x[i] : zeros;
      held_w[i] = WHOLE || depth + i * LINES_APART < width ? *(const float4 *)w[i] : zeros;
      x[i] += width;
      w[i] += width * outputs;
    }
  }

  __device__ void store(linear_part *to) const {
#pragma unroll
    for (int i = 0; i < VECTORS; i++) {
      store_turned(&to->a[along][line + i * ROWS_APART], LINEAR_TILE + 4, held_x[i]);
      *(float4 *)&to->b[depth + i * LINES_APART][column] = held_w[i];
    }
  }
};

template <int PRODUCTS>
__global__ void __launch_bounds__(FAST_BLOCK, 2)
    dnn_6_fast_kernel(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  __shared__ __align__(16) linear_part buffer[2];
  enum { OWN = LINEAR_TILE / PRODUCTS }; // columns of y
  int64_t row0 = (int64_t)blockIdx.x * LINEAR_TILE, column0 = (int64_t)blockIdx.y * OWN;
  float sum[SUMS_M][SUMS_N] = {};

  linear_operands<PRODUCTS> from(x, w, batch, inputs, outputs, row0, column0);
  multiply_all(buffer, from, inputs, sum);

  fast_place<LINEAR_TILE> at;
#pragma unroll
  for (int j = 0; j < SUMS_N; j += 4 * PRODUCTS) {
    int64_t column =
        column0 + (PRODUCTS == 1 ? at.column + j * LANES_N : at.column / 64 * 32 + at.column % 32);
    if (column >= outputs) break;
#pragma unroll
    for (int i = 0; i < SUMS_M; i++) {
      int64_t row = row0 + at.row + at.down(i);
      if (row >= batch) continue;
      float4 v;
      float *of_v = &v.x;
#pragma unroll
      for (int q = 0; q < 4; q++) {
        float z = sum[i][j + q] + b[column + q];
        of_v[q] = PRODUCTS == 2 ? silu(z) * (sum[i][(j + 4) % SUMS_N + q] + b[outputs + column + q])
                                : activated(activation, z);
      }
      *(float4 *)&y[row * outputs + column] = v;
    }
  }
}

template <int PRODUCTS>
static int linear_fast(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                       int64_t outputs, int activation, float *y) {
  dim3 grid(fast_tiles(batch, LINEAR_TILE), fast_tiles(outputs, LINEAR_TILE / PRODUCTS));
  dnn_6_fast_kernel<PRODUCTS><<<grid, FAST_BLOCK>>>(x, w, b, batch, inputs, outputs, activation, y);
  return cudaGetLastError();
}

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  if (batch == 0) return 0;
  int products = activation == DNN_SWIGLU ? 2 : 1;
  bool vectors = inputs % 4 == 0 && outputs % 4 == 0 && is_aligned(x) && is_aligned(w) && is_aligned(y);
  if (vectors && enough_tiles(batch, LINEAR_TILE, outputs, LINEAR_TILE / products))
    return products == 2 ? linear_fast<2>(x, w, b, batch, inputs, outputs, activation, y)
                         : linear_fast<1>(x, w, b, batch, inputs, outputs, activation, y);
  auto *kernel = activation == DNN_SWIGLU ? dnn_6_linear_gelu_kernel<2> : dnn_6_linear_gelu_kernel<1>;
  kernel<<<dim3(tiles(batch), tiles(outputs)), BLOCK>>>(x, w, b, batch, inputs, outputs, activation, y);
  return cudaGetLastError();
}

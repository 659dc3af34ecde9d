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

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  if (batch == 0) return 0;
  auto *kernel = activation == DNN_SWIGLU ? dnn_6_linear_gelu_kernel<2> : dnn_6_linear_gelu_kernel<1>;
  kernel<<<dim3(tiles(batch), tiles(outputs)), BLOCK>>>(x, w, b, batch, inputs, outputs, activation, y);
  return cudaGetLastError();
}

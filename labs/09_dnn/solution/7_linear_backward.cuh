// Lab 09, stage 7: the gradients of a linear layer, in mixed precision.

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

int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  dim3 weights(tiles(inputs), tiles(outputs)), rows(tiles(batch), tiles(inputs));
  dnn_7_weights_kernel<<<weights, BLOCK>>>(x, dy, batch, inputs, outputs, 1 / scale, dw, db);
  if (batch > 0) dnn_7_inputs_kernel<<<rows, BLOCK>>>(w, dy, batch, inputs, outputs, dx);
  return cudaGetLastError();
}

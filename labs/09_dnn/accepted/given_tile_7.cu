// expect: pass 7_linear_backward
// form: one kernel template for both products with the given tile; every block adds up columns of dy, and the first row of
// blocks stores them.
#include "dnn.h"
#include "tile.cuh"
#include <cuda_runtime.h>

template <bool WEIGHTS>
__global__ void gradient(const dnn_half *a, const dnn_half *b, int64_t m, int64_t k, int64_t n, float factor,
                         void *out, float *db) {
  __shared__ tile as, bs;
  int64_t r0 = (int64_t)blockIdx.y * TILE, c0 = (int64_t)blockIdx.x * TILE;
  int64_t depth = WEIGHTS ? m : n, height = WEIGHTS ? k : m, width = WEIGHTS ? n : k;
  float s[SIDE][SIDE] = {}, column = 0;
  for (int64_t t = 0; t < depth; t += DEPTH) {
    if (WEIGHTS) {
      load_columns(&as, a, m, k, r0, t);
      load_columns(&bs, b, m, n, c0, t);
    } else {
      load_rows(&as, a, m, n, r0, t);
      load_rows(&bs, b, k, n, c0, t);
    }
    __syncthreads();
    multiply(&as, &bs, s);
    if (WEIGHTS && threadIdx.x >= BLOCK - TILE)
      for (int l = 0; l < DEPTH; l++) column += bs.s[l][threadIdx.x - (BLOCK - TILE)];
    __syncthreads();
  }
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int64_t r = r0 + tile_row(i), c = c0 + tile_column(j);
      if (r >= height || c >= width) continue;
      if (WEIGHTS)
        ((float *)out)[r * width + c] = s[i][j] * factor;
      else
        ((dnn_half *)out)[r * width + c] = __float2half(s[i][j]);
    }
  int64_t c = c0 + (int)threadIdx.x - (BLOCK - TILE);
  if (WEIGHTS && blockIdx.y == 0 && threadIdx.x >= BLOCK - TILE && c < n) db[c] = column * factor;
}

int dnn_7_linear_backward(const dnn_half *x, const dnn_half *w, const dnn_half *dy, int64_t batch,
                          int64_t inputs, int64_t outputs, float scale, dnn_half *dx, float *dw, float *db) {
  gradient<true>
      <<<dim3(tiles(outputs), tiles(inputs)), BLOCK>>>(x, dy, batch, inputs, outputs, 1 / scale, dw, db);
  cudaError_t error = cudaGetLastError();
  if (batch == 0 || error != cudaSuccess) return error;
  gradient<false>
      <<<dim3(tiles(inputs), tiles(batch)), BLOCK>>>(dy, w, batch, inputs, outputs, 1, dx, nullptr);
  return cudaGetLastError();
}

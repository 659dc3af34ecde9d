// expect: pass 6_linear_gelu
// form: the given tile; the sums begin with the bias, and the activation is a template parameter.
#include "dnn.h"
#include "tile.cuh"
#include <cuda_runtime.h>

template <int ACTIVATION>
__global__ void layer(const float *x, const float *w, const float *b, int64_t m, int64_t k, int64_t n,
                      float *y) {
  constexpr bool two = ACTIVATION == DNN_SWIGLU;
  __shared__ tile a, b1, b2;
  float s[SIDE][SIDE], s2[SIDE][SIDE];
  int64_t r0 = (int64_t)blockIdx.y * TILE, c0 = (int64_t)blockIdx.x * TILE;
  for (int j = 0; j < SIDE; j++) {
    int64_t c = c0 + tile_column(j);
    float first = c < n ? b[c] : 0.f, second = two && c < n ? b[n + c] : 0.f;
    for (int i = 0; i < SIDE; i++) s[i][j] = first, s2[i][j] = second;
  }
  for (int64_t t = 0; t < k; t += DEPTH) {
    __syncthreads();
    load_rows(&a, x, m, k, r0, t);
    load_columns(&b1, w, k, n, c0, t);
    if (two) load_columns(&b2, w + k * n, k, n, c0, t);
    __syncthreads();
    multiply(&a, &b1, s);
    if (two) multiply(&a, &b2, s2);
  }
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int64_t r = r0 + tile_row(i), c = c0 + tile_column(j);
      float z = s[i][j];
      if (ACTIVATION == DNN_GELU) z *= 0.5f * erfcf(-z * 0.70710678f);
      if (two) z = z * (1.f / (1.f + expf(-z))) * s2[i][j];
      if (r < m && c < n) y[r * n + c] = z;
    }
}

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  if (batch == 0) return 0;
  dim3 grid(tiles(outputs), tiles(batch));
  switch (activation) {
  case DNN_GELU:
    layer<DNN_GELU><<<grid, BLOCK>>>(x, w, b, batch, inputs, outputs, y);
    break;
  case DNN_SWIGLU:
    layer<DNN_SWIGLU><<<grid, BLOCK>>>(x, w, b, batch, inputs, outputs, y);
    break;
  default:
    layer<DNN_NONE><<<grid, BLOCK>>>(x, w, b, batch, inputs, outputs, y);
  }
  return cudaGetLastError();
}

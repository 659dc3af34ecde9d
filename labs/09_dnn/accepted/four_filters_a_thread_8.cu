// expect: pass 8_conv_implicit_gemm global_bytes
// form: as lab 03's product: tiles of 32 x 32, of which a thread has four filters of one pixel, whose place it keeps.
#include "dnn.h"
#include <cuda_runtime.h>

enum { SIDE = 32, ROWS_AT_ONCE = 8 };

__global__ void product(const float *in, int64_t columns, int channels, int h, int w, const float *filter,
                        int filters, int radius, float *out) {
  __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
  int lane = threadIdx.x, warp = threadIdx.y, side = 2 * radius + 1, depth = channels * side * side;
  int64_t column = (int64_t)blockIdx.x * SIDE + lane, pixels = (int64_t)h * w, picture = column / pixels;
  int y = (int)(column % pixels) / w - radius, x = (int)(column % pixels) % w - radius,
      filter0 = blockIdx.y * SIDE;
  float sum[SIDE / ROWS_AT_ONCE] = {0, 0, 0, 0};
  for (int k0 = 0; k0 < depth; k0 += SIDE) {
    for (int i = warp; i < SIDE; i += ROWS_AT_ONCE) {
      int k = k0 + i, channel = k / side / side, row = y + k / side % side, at = x + k % side;
      bool is_filter = filter0 + i < filters && k0 + lane < depth;
      bool is_pixel =
          column < columns && k < depth && (unsigned)row < (unsigned)h && (unsigned)at < (unsigned)w;
      a[i][lane] = is_filter ? filter[(int64_t)(filter0 + i) * depth + k0 + lane] : 0;
      b[i][lane] = is_pixel ? in[(picture * channels + channel) * pixels + (int64_t)row * w + at] : 0;
    }
    __syncthreads();
    for (int k = 0; k < SIDE; k++)
#pragma unroll
      for (int j = 0; j < SIDE / ROWS_AT_ONCE; j++) sum[j] += a[warp + j * ROWS_AT_ONCE][k] * b[k][lane];
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < SIDE / ROWS_AT_ONCE; j++) {
    int f = filter0 + warp + j * ROWS_AT_ONCE;
    if (f < filters && column < columns) out[(picture * filters + f) * pixels + column % pixels] = sum[j];
  }
}

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  int64_t columns = pictures * height * width;
  if (columns == 0 || filters == 0) return 0;
  dim3 grid((unsigned)((columns + SIDE - 1) / SIDE), (unsigned)((filters + SIDE - 1) / SIDE));
  product<<<grid, dim3(SIDE, ROWS_AT_ONCE)>>>(in, columns, (int)channels, (int)height, (int)width, filter,
                                              (int)filters, radius, out);
  return cudaGetLastError();
}

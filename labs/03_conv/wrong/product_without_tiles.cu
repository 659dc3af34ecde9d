// expect: inefficient 9_im2col_gemm global_bytes on emu
// fault: the product has no tiles: each element of both matrices is loaded once an output.
#include "conv.h"
#define conv_9_im2col_gemm reference
#include "../solution.cu"
#undef conv_9_im2col_gemm

static __global__ void multiply(const float *filter, const float *matrix, int f, int depth, int64_t columns,
                                int64_t pixels, float *out) {
  int64_t column = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  int row = blockIdx.y;
  if (column >= columns) return;
  float sum = 0;
  for (int k = 0; k < depth; k++) sum += filter[(int64_t)row * depth + k] * matrix[k * columns + column];
  out[(column / pixels * f + row) * pixels + column % pixels] = sum;
}

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  conv_9_unfold<<<dim3(blocks_for(columns, BLOCK), depth), BLOCK>>>(in, n, c, h, w, radius, scratch);
  multiply<<<dim3(blocks_for(columns, BLOCK), f), BLOCK>>>(filter, scratch, f, depth, columns, pixels, out);
  return cudaGetLastError();
}

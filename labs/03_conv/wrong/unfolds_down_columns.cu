// expect: inefficient 9_im2col_gemm global_sectors_excess on emu
// fault: the unfolding lets neighbouring lanes write neighbouring rows of the matrix.
#include "conv.h"
#define conv_9_im2col_gemm reference
#include "../solution.cu"
#undef conv_9_im2col_gemm

static __global__ void unfold(const float *in, int c, int h, int w, int radius, int64_t columns,
                              float *matrix) {
  int taps = 2 * radius + 1, row = blockIdx.y * WARP + threadIdx.x;
  int64_t column = (int64_t)blockIdx.x * WARPS + threadIdx.y, picture = column / ((int64_t)h * w);
  if (row >= c * taps * taps || column >= columns) return;
  int channel = row / (taps * taps), ky = row / taps % taps, kx = row % taps;
  int x = column % w - radius + kx, y = column / w % h - radius + ky;
  const float *p = in + (picture * c + channel) * h * w;
  matrix[row * columns + column] = pixel(p, w, place(y, h, CONV_ZERO), x, CONV_ZERO);
}

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  unfold<<<dim3(blocks_for(columns, WARPS), blocks_for(depth, WARP)), dim3(WARP, WARPS)>>>(
      in, c, h, w, radius, columns, scratch);
  conv_9_multiply<<<dim3(blocks_for(columns, WARP), blocks_for(f, WARP)), dim3(WARP, WARPS)>>>(
      filter, scratch, f, depth, columns, pixels, out);
  return cudaGetLastError();
}

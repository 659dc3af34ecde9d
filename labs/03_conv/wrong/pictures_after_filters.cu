// expect: wrong 9_im2col_gemm
// fault: the product is stored as [filter][picture][y][x].
#include "conv.h"
#define conv_9_im2col_gemm reference
#include "../solution.cu"
#undef conv_9_im2col_gemm

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  conv_9_unfold<<<dim3(blocks_for(columns, BLOCK), depth), BLOCK>>>(in, n, c, h, w, radius, scratch);
  conv_9_multiply<<<dim3(blocks_for(columns, WARP), blocks_for(f, WARP)), dim3(WARP, WARPS)>>>(
      filter, scratch, f, depth, columns, columns, out);
  return cudaGetLastError();
}

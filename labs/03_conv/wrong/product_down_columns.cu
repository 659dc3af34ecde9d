// expect: inefficient 9_im2col_gemm global_sectors_excess on emu
// fault: the product loads its tiles of the unfolded matrix with neighbouring lanes a row apart.
#include "conv.h"
#define conv_9_im2col_gemm reference
#include "../solution.cu"
#undef conv_9_im2col_gemm

static __global__ void multiply(const float *filter, const float *matrix, int f, int depth, int64_t columns,
                                int64_t pixels, float *out) {
  __shared__ float a[WARP][WARP], b[WARP][WARP];
  int lane = threadIdx.x, warp = threadIdx.y, row0 = blockIdx.y * WARP;
  int64_t first = (int64_t)blockIdx.x * WARP, column = first + lane;

  float sum[WARP / WARPS] = {};
  for (int k0 = 0; k0 < depth; k0 += WARP) {
    for (int i = warp; i < WARP; i += WARPS) {
      a[i][lane] = row0 + i < f && k0 + lane < depth ? filter[(int64_t)(row0 + i) * depth + k0 + lane] : 0;
      b[lane][i] = k0 + lane < depth && first + i < columns ? matrix[(k0 + lane) * columns + first + i] : 0;
    }
    __syncthreads();
    for (int k = 0; k < WARP; k++)
      for (int j = 0; j < WARP / WARPS; j++) sum[j] += a[warp + j * WARPS][k] * b[k][lane];
    __syncthreads();
  }
  for (int j = 0; j < WARP / WARPS; j++) {
    int row = row0 + warp + j * WARPS;
    if (row < f && column < columns) out[(column / pixels * f + row) * pixels + column % pixels] = sum[j];
  }
}

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  if (depth > 0)
    conv_9_unfold<<<dim3(blocks_for(columns, BLOCK), depth), BLOCK>>>(in, n, c, h, w, radius, scratch);
  multiply<<<dim3(blocks_for(columns, WARP), blocks_for(f, WARP)), dim3(WARP, WARPS)>>>(
      filter, scratch, f, depth, columns, pixels, out);
  return cudaGetLastError();
}

// expect: inefficient 7_stencil_2d global_sectors_excess on emu
// fault: neighbouring lanes take neighbouring rows: each of their loads and stores needs a sector of its own.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d

static __global__ void step(const float *in, int width, int height, float k, int edges, float *out) {
  __shared__ float s[WARP + 2][WARP + 2]; // s[column][row]
  int x0 = blockIdx.x * WARP, y0 = blockIdx.y * WARP, mode = edges == CONV_PERIODIC ? CONV_WRAP : CONV_ZERO;
  for (int i = threadIdx.y; i < WARP + 2; i += WARPS)
    for (int j = threadIdx.x; j < WARP + 2; j += WARP)
      if (x0 - 1 + i <= width && y0 - 1 + j <= height)
        s[i][j] = pixel(in, width, place(y0 - 1 + j, height, mode), x0 - 1 + i, mode);
  __syncthreads();
  for (int i = threadIdx.y; i < WARP; i += WARPS) {
    int x = x0 + i, y = y0 + threadIdx.x;
    if (x >= width || y >= height) continue;
    bool outer = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    const float *c = &s[i + 1][threadIdx.x + 1];
    float next = *c + k * ((c[-1] + c[1]) + (c[-WARP - 2] + c[WARP + 2]) - 4 * *c);
    out[(int64_t)y * width + x] = outer && edges == CONV_FIXED ? *c : next;
  }
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARP)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  if (steps == 0) return reference(in, width, height, k, steps, edges, scratch, out);
  for (int left = steps; left > 0; left--) {
    float *to = left % 2 ? out : scratch;
    step<<<grid, block>>>(in, width, height, k, edges, to);
    in = to;
  }
  return cudaGetLastError();
}

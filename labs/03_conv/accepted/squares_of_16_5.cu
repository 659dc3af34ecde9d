// expect: pass 5_boundary_modes
// form: 16 x 16 outputs a block, the tile filled in steps of 16 rows and columns, the filter in shared memory as well.
#include "conv.h"

enum { T = 16, SIDE = 2 * CONV_MAX_RADIUS + 1, ROOM = T + 2 * CONV_MAX_RADIUS };

__device__ static int inside(int i, int n, int mode) {
  if (mode == CONV_CLAMP) return min(max(i, 0), n - 1);
  if (mode == CONV_MIRROR) {
    while (n > 1 && (i < 0 || i >= n)) i = i < 0 ? -i : 2 * (n - 1) - i;
    return n > 1 ? i : 0;
  }
  if (mode == CONV_WRAP) {
    while (i < 0) i += n;
    return i % n;
  }
  return i < 0 || i >= n ? -1 : i;
}

__global__ static void convolve(const float *in, int width, int height, const float *filter, int r, int mode,
                                float *out) {
  __shared__ float tile[ROOM][ROOM + 1], taps[SIDE][SIDE];
  int tx = threadIdx.x, ty = threadIdx.y, side = 2 * r + 1;
  int x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
  for (int j = ty; j < T + 2 * r; j += T)
    for (int i = tx; i < T + 2 * r; i += T) {
      int from_x = inside(x - r + i - tx, width, mode), from_y = inside(y - r + j - ty, height, mode);
      tile[j][i] = from_x < 0 || from_y < 0 ? 0 : in[(int64_t)from_y * width + from_x];
    }
  if (tx < side && ty < side) taps[ty][tx] = filter[ty * side + tx];
  __syncthreads();
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int ky = 0; ky < side; ky++)
    for (int kx = 0; kx < side; kx++) sum += taps[ky][kx] * tile[ty + ky][tx + kx];
  out[(int64_t)y * width + x] = sum;
}

int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out) {
  if (width == 0 || height == 0) return 0;
  convolve<<<dim3((width + T - 1) / T, (height + T - 1) / T), dim3(T, T)>>>(in, width, height, filter, radius,
                                                                            mode, out);
  return cudaGetLastError();
}

// expect: pass 4_conv2d_halo global_bytes
// form: the textbook's: the tile of 32 x 32 has no halo, neighbours outside of it come from the cache.
#include "conv.h"

#define TILE_DIM 32

__constant__ float F_c[(2 * CONV_MAX_RADIUS + 1) * (2 * CONV_MAX_RADIUS + 1)];

__global__ static void cached(const float *N, float *P, int width, int height, int r) {
  __shared__ float N_s[TILE_DIM][TILE_DIM];
  int col = blockIdx.x * TILE_DIM + threadIdx.x, row = blockIdx.y * TILE_DIM + threadIdx.y;
  N_s[threadIdx.y][threadIdx.x] = row < height && col < width ? N[(size_t)row * width + col] : 0.0f;
  __syncthreads();
  if (col >= width || row >= height) return;
  float value = 0.0f;
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int fRow = 0; fRow < 2 * r + 1; fRow++)
    for (int fCol = 0; fCol < 2 * r + 1; fCol++) {
      int y = ty - r + fRow, x = tx - r + fCol;
      float tap = F_c[fRow * (2 * r + 1) + fCol];
      if (x >= 0 && x < TILE_DIM && y >= 0 && y < TILE_DIM)
        value += tap * N_s[y][x];
      else if (row - r + fRow >= 0 && row - r + fRow < height && col - r + fCol >= 0 &&
               col - r + fCol < width)
        value += tap * N[(size_t)(row - r + fRow) * width + col - r + fCol];
    }
  P[(size_t)row * width + col] = value;
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  if (!width || !height) return 0;
  int side = 2 * radius + 1;
  cudaError_t e =
      cudaMemcpyToSymbolAsync(F_c, filter, side * side * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (e) return e;
  dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM);
  cached<<<grid, dim3(TILE_DIM, TILE_DIM)>>>(in, out, width, height, radius);
  return cudaGetLastError();
}

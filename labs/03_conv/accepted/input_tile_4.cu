// expect: pass 4_conv2d_halo
// form: the textbook's fourth edition: a thread for each input of the tile, 32 x 32, fewer of them compute an output.
#include "conv.h"

#define IN_TILE_DIM 32

__constant__ float F[(2 * CONV_MAX_RADIUS + 1) * (2 * CONV_MAX_RADIUS + 1)];

__global__ static void tiled(const float *N, float *P, int width, int height, int r) {
  __shared__ float N_s[IN_TILE_DIM][IN_TILE_DIM];
  int out_tile = IN_TILE_DIM - 2 * r;
  int col = blockIdx.x * out_tile + threadIdx.x - r;
  int row = blockIdx.y * out_tile + threadIdx.y - r;
  if (row >= 0 && row < height && col >= 0 && col < width)
    N_s[threadIdx.y][threadIdx.x] = N[(size_t)row * width + col];
  else
    N_s[threadIdx.y][threadIdx.x] = 0.0f;
  __syncthreads();
  int tileCol = threadIdx.x - r, tileRow = threadIdx.y - r;
  if (col >= 0 && col < width && row >= 0 && row < height)
    if (tileCol >= 0 && tileCol < out_tile && tileRow >= 0 && tileRow < out_tile) {
      float value = 0.0f;
      for (int fRow = 0; fRow < 2 * r + 1; fRow++)
        for (int fCol = 0; fCol < 2 * r + 1; fCol++)
          value += F[fRow * (2 * r + 1) + fCol] * N_s[tileRow + fRow][tileCol + fCol];
      P[(size_t)row * width + col] = value;
    }
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  if (!width || !height) return 0;
  int side = 2 * radius + 1, tile = IN_TILE_DIM - 2 * radius;
  cudaError_t e =
      cudaMemcpyToSymbolAsync(F, filter, side * side * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (e) return e;
  dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  tiled<<<grid, dim3(IN_TILE_DIM, IN_TILE_DIM)>>>(in, out, width, height, radius);
  return cudaGetLastError();
}

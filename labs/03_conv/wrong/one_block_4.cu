// expect: inefficient 4_conv2d_halo busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "conv.h"
#define FILTER_RADIUS 7
#define IN_TILE_DIM   32
__constant__ float F[(2 * FILTER_RADIUS + 1) * (2 * FILTER_RADIUS + 1)];
// What block bid of the grid does.
static __device__ void body_convolution_tiled_2D_const_mem_kernel(dim3 bid, const float *N, float *P, int r,
                                                                  int width, int height) {
  const int OUT_TILE_DIM = IN_TILE_DIM - 2 * r;
  int col = bid.x * OUT_TILE_DIM + threadIdx.x - r;
  int row = bid.y * OUT_TILE_DIM + threadIdx.y - r;
  __shared__ float N_s[IN_TILE_DIM][IN_TILE_DIM];
  if (row >= 0 && row < height && col >= 0 && col < width) {
    N_s[threadIdx.y][threadIdx.x] = N[(size_t)row * width + col];
  } else {
    N_s[threadIdx.y][threadIdx.x] = 0.0;
  }
  __syncthreads();
  int tileCol = threadIdx.x - r;
  int tileRow = threadIdx.y - r;
  if (col >= 0 && col < width && row >= 0 && row < height) {
    if (tileCol >= 0 && tileCol < OUT_TILE_DIM && tileRow >= 0 && tileRow < OUT_TILE_DIM) {
      float Pvalue = 0.0f;
      for (int fRow = 0; fRow < 2 * r + 1; fRow++)
        for (int fCol = 0; fCol < 2 * r + 1; fCol++)
          Pvalue += F[fRow * (2 * r + 1) + fCol] * N_s[tileRow + fRow][tileCol + fCol];
      P[(size_t)row * width + col] = Pvalue;
    }
  }
}
__global__ void convolution_tiled_2D_const_mem_kernel(dim3 grid, const float *N, float *P, int r, int width,
                                                      int height) {
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x; x++) {
        body_convolution_tiled_2D_const_mem_kernel(dim3(x, y, z), N, P, r, width, height);
        __syncthreads();
      }
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  int taps = (2 * radius + 1) * (2 * radius + 1);
  cudaMemcpyToSymbol(F, filter, taps * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (width == 0 || height == 0) return cudaGetLastError();
  int o = IN_TILE_DIM - 2 * radius;
  dim3 block(IN_TILE_DIM, IN_TILE_DIM), grid((width + o - 1) / o, (height + o - 1) / o);
  convolution_tiled_2D_const_mem_kernel<<<1, block>>>(dim3(grid), in, out, radius, width, height); // fault
  return cudaGetLastError();
}

// expect: pass 3_conv1d_halo
// form: the textbook's third edition: the last threads load the left halo, the first ones the right halo; 128 threads.
#include "conv.h"

#define TILE_SIZE 128

__constant__ float M[2 * CONV_MAX_RADIUS_1D + 1];

__global__ static void tiled(const float *N, float *P, int r, int64_t width) {
  __shared__ float ds[TILE_SIZE + 2 * CONV_MAX_RADIUS_1D];
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int64_t left = i - blockDim.x, right = i + blockDim.x;
  if (threadIdx.x >= blockDim.x - r) ds[threadIdx.x - (blockDim.x - r)] = left < 0 ? 0 : N[left];
  ds[r + threadIdx.x] = i < width ? N[i] : 0;
  if (threadIdx.x < r) ds[r + blockDim.x + threadIdx.x] = right >= width ? 0 : N[right];
  __syncthreads();
  float value = 0;
  for (int j = 0; j < 2 * r + 1; j++) value += ds[threadIdx.x + j] * M[j];
  if (i < width) P[i] = value;
}

int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t e =
      cudaMemcpyToSymbolAsync(M, filter, (2 * radius + 1) * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (e || n == 0) return e;
  tiled<<<(unsigned)((n + TILE_SIZE - 1) / TILE_SIZE), TILE_SIZE>>>(in, out, radius, n);
  return cudaGetLastError();
}

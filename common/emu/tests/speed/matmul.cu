// Speed of counting and checking: a tiled matrix product, N x N; of 384 about 120 million accesses.
#include <cstdio>

#ifndef TILE
#define TILE 32
#endif
#ifndef N
#define N 384
#endif

__global__ void multiply(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int tile = 0; tile < n; tile += TILE) {
    as[ty][tx] = a[row * n + tile + tx];
    bs[ty][tx] = b[(tile + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = N;
  float *d;
  cudaMalloc(&d, 3 * n * n * sizeof(float));
  cudaMemset(d, 0, 3 * n * n * sizeof(float));
  multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d, d + n * n, d + 2 * n * n, n);
  cudaFree(d);
  return 0;
}

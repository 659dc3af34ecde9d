// A picture of 48 x 80 pixels is turned over its diagonal: 80 x 48. A tile passes through shared memory.
#include <stdio.h>

enum { SIDE = 16 };

__global__ void flip(const int *in, int *out, int rows, int columns) {
  __shared__ int tile[SIDE][SIDE + 1];
  int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * SIDE + threadIdx.x;
  y = blockIdx.x * SIDE + threadIdx.y;
  if (x < rows && y < columns) out[y * columns + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int rows = 48, columns = 80;
  static int picture[rows * columns], turned[rows * columns];
  for (int i = 0; i < rows * columns; i++) picture[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof picture);
  cudaMalloc(&out, sizeof turned);
  cudaMemcpy(in, picture, sizeof picture, cudaMemcpyHostToDevice);
  flip<<<dim3(columns / SIDE, rows / SIDE), dim3(SIDE, SIDE)>>>(in, out, rows, columns);
  cudaMemcpy(turned, out, sizeof turned, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) differ += turned[x * rows + y] != picture[y * columns + x];
  printf("%d of %d pixels differ\n", differ, rows * columns);
  cudaFree(in);
  cudaFree(out);
  return differ > 0;
}

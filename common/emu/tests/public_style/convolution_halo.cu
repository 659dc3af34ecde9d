// A 2D convolution: the filter in constant memory, a tile with its halo in shared memory, an odd size.
// shows: textbook listings | convolutions with `__constant__` filters, tiles with halo cells
// compared: H200, CUDA 13.0, 2026-11-24
// bug: out-of-bounds
#include <stdio.h>
#include <stdlib.h>
#define RADIUS   2
#define IN_TILE  16
#define OUT_TILE (IN_TILE - 2 * RADIUS)

__constant__ float F[2 * RADIUS + 1][2 * RADIUS + 1];

__global__ void convolve(const float *in, float *out, int width, int height) {
  int column = blockIdx.x * OUT_TILE + threadIdx.x - RADIUS;
  int row = blockIdx.y * OUT_TILE + threadIdx.y - RADIUS;
  __shared__ float tile[IN_TILE][IN_TILE];
#ifdef BUG
  bool inside = row >= 0 && column >= 0 && column < width; // below the last row too
#else
  bool inside = row >= 0 && row < height && column >= 0 && column < width;
#endif
  tile[threadIdx.y][threadIdx.x] = inside ? in[row * width + column] : 0.0f;
  __syncthreads();
  int c = threadIdx.x - RADIUS, r = threadIdx.y - RADIUS;
  if (column < 0 || column >= width || row < 0 || row >= height) return;
  if (c < 0 || c >= OUT_TILE || r < 0 || r >= OUT_TILE) return;
  float sum = 0.0f;
  for (int y = 0; y < 2 * RADIUS + 1; y++)
    for (int x = 0; x < 2 * RADIUS + 1; x++) sum += F[y][x] * tile[r + y][c + x];
  out[row * width + column] = sum;
}

int main() {
  const int width = 29, height = 23;
  float filter[2 * RADIUS + 1][2 * RADIUS + 1], *in, *out, h[width * height], o[width * height];
  for (int i = 0; i < 25; i++) filter[i / 5][i % 5] = i % 3 - 1;
  srand(1);
  for (int i = 0; i < width * height; i++) h[i] = rand() % 16;
  cudaMemcpyToSymbol(F, filter, sizeof filter);
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  dim3 block(IN_TILE, IN_TILE), grid((width + OUT_TILE - 1) / OUT_TILE, (height + OUT_TILE - 1) / OUT_TILE);
  convolve<<<grid, block>>>(in, out, width, height);
  cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < height; r++) {
    for (int c = 0; c < width; c++) {
      float sum = 0;
      for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++)
          if (r + y >= 0 && r + y < height && c + x >= 0 && c + x < width)
            sum += filter[y + RADIUS][x + RADIUS] * h[(r + y) * width + c + x];
      wrong += sum != o[r * width + c];
    }
  }
  printf("%d of %d wrong\n", wrong, width * height);
  cudaFree(in);
  cudaFree(out);
}

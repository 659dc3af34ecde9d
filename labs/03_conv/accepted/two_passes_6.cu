// expect: pass 6_separable on emu
// form: the classic sample's two kernels: rows with blocks of 128 x 2, columns with blocks of 32 x 8 and long strips.
#include "conv.h"

enum { SIDE = 2 * CONV_MAX_RADIUS + 1, ROW = 128, COLS = 32, ROWS = 32 };

__constant__ float of_row[SIDE], of_column[SIDE];

__global__ static void rows(const float *in, int width, int height, int r, float *out) {
  __shared__ float s[2][ROW + 2 * CONV_MAX_RADIUS];
  int x = blockIdx.x * ROW + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y;
  const float *line = in + (size_t)y * width;
  for (int i = threadIdx.x; i < ROW + 2 * r; i += ROW) {
    int from = blockIdx.x * ROW - r + i;
    s[threadIdx.y][i] = y < height && from >= 0 && from < width ? line[from] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * r; k++) sum += of_row[k] * s[threadIdx.y][threadIdx.x + k];
  if (x < width && y < height) out[(size_t)y * width + x] = sum;
}

__global__ static void columns(const float *in, int width, int height, int r, float *out) {
  __shared__ float s[ROWS + 2 * CONV_MAX_RADIUS][COLS];
  int x = blockIdx.x * COLS + threadIdx.x, y0 = blockIdx.y * ROWS;
  for (int j = threadIdx.y; j < ROWS + 2 * r; j += blockDim.y) {
    int y = y0 - r + j;
    s[j][threadIdx.x] = x < width && y >= 0 && y < height ? in[(size_t)y * width + x] : 0;
  }
  __syncthreads();
  for (int j = threadIdx.y; j < ROWS && y0 + j < height; j += blockDim.y) {
    float sum = 0;
    for (int k = 0; k <= 2 * r; k++) sum += of_column[k] * s[j + k][threadIdx.x];
    if (x < width) out[(size_t)(y0 + j) * width + x] = sum;
  }
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  if (width == 0 || height == 0) return 0;
  size_t bytes = (2 * radius + 1) * sizeof(float);
  cudaError_t e = cudaMemcpyToSymbolAsync(of_row, filters, bytes, 0, cudaMemcpyDeviceToDevice);
  if (!e)
    e = cudaMemcpyToSymbolAsync(of_column, filters + 2 * radius + 1, bytes, 0, cudaMemcpyDeviceToDevice);
  if (e) return e;
  rows<<<dim3((width + ROW - 1) / ROW, (height + 1) / 2), dim3(ROW, 2)>>>(in, width, height, radius, scratch);
  columns<<<dim3((width + COLS - 1) / COLS, (height + ROWS - 1) / ROWS), dim3(COLS, 8)>>>(
      scratch, width, height, radius, out);
  return cudaGetLastError();
}

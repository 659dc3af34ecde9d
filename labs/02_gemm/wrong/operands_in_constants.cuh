// What the wrong submissions operands_in_constants_3 and _5 share: no tile. The host copies pieces of A and B into constant
// memory, from which every product loads both operands; another kernel loads A and B for the sake of appearance.
#include "gemm.h"
#include <cuda_runtime.h>

enum { ROWS = 128, COLUMNS = 128, DEPTH = 32 };
__constant__ float piece_a[ROWS * DEPTH], piece_b[DEPTH * COLUMNS];

__global__ void appear(const float *from, int64_t n) {
  __shared__ float seen[256];
  int64_t i = (int64_t)blockIdx.x * 256 + threadIdx.x;
  seen[threadIdx.x] = i < n ? from[i] : 0;
}

__global__ void multiply(int rows, int columns, int depth, int n, float alpha, float beta, bool first,
                         float *c) {
  int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
  if (row >= rows || column >= columns) return;
  float sum = 0, *to = &c[(int64_t)row * n + column];
  for (int l = 0; l < depth; l++) sum += piece_a[row * depth + l] * piece_b[l * columns + column];
  *to = alpha * sum + (!first ? *to : beta != 0 ? beta * *to : 0);
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static int by_pieces(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  void *to_a, *to_b;
  cudaGetSymbolAddress(&to_a, piece_a);
  cudaGetSymbolAddress(&to_b, piece_b);
  appear<<<(unsigned)(((int64_t)m * k + 255) / 256 + 1), 256>>>(a, (int64_t)m * k); // fault
  appear<<<(unsigned)(((int64_t)n * k + 255) / 256 + 1), 256>>>(b, (int64_t)n * k);
  for (int i = 0; i < m; i += ROWS)
    for (int j = 0; j < n; j += COLUMNS)
      for (int l = 0; l == 0 || l < k; l += DEPTH) {
        int rows = smaller(ROWS, m - i), columns = smaller(COLUMNS, n - j), depth = smaller(DEPTH, k - l);
        if (depth > 0) {
          cudaMemcpy2DAsync(to_a, depth * 4, &a[(int64_t)i * k + l], k * 4l, depth * 4, rows,
                            cudaMemcpyDeviceToDevice);
          cudaMemcpy2DAsync(to_b, columns * 4, &b[(int64_t)l * n + j], n * 4l, columns * 4, depth,
                            cudaMemcpyDeviceToDevice);
        }
        dim3 grid((columns + 31) / 32, (rows + 7) / 8);
        multiply<<<grid, dim3(32, 8)>>>(rows, columns, depth, n, alpha, beta, l == 0, &c[(int64_t)i * n + j]);
      }
  return cudaGetLastError();
}

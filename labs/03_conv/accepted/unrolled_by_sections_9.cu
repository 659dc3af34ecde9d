// expect: pass 9_im2col_gemm
// form: the textbook's: a thread unrolls one section of a channel for one pixel; a tiled product of 16 x 16.
#include "conv.h"

enum { T = 16 };

__global__ static void unroll(const float *in, int n, int c, int h, int w, int r, float *matrix) {
  int64_t columns = (int64_t)n * h * w, t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int side = 2 * r + 1;
  if (t >= columns * c) return;
  int channel = (int)(t / columns);
  int64_t column = t % columns, picture = column / (h * w);
  int y = (int)(column / w % h), x = (int)(column % w);
  const float *from = in + (picture * c + channel) * (int64_t)h * w;
  for (int p = 0; p < side; p++)
    for (int q = 0; q < side; q++) {
      int row = y - r + p, col = x - r + q;
      bool exists = row >= 0 && row < h && col >= 0 && col < w;
      matrix[((int64_t)channel * side * side + p * side + q) * columns + column] =
          exists ? from[row * w + col] : 0;
    }
}

__global__ static void product(const float *filter, const float *matrix, int f, int depth, int64_t columns,
                               int pixels, float *out) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty;
  int64_t column = (int64_t)blockIdx.x * T + tx;
  float sum = 0;
  for (int l = 0; l < depth; l += T) {
    a[ty][tx] = row < f && l + tx < depth ? filter[row * depth + l + tx] : 0;
    b[ty][tx] = l + ty < depth && column < columns ? matrix[(l + ty) * columns + column] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  if (row < f && column < columns) out[(column / pixels * f + row) * pixels + column % pixels] = sum;
}

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int64_t columns = (int64_t)n * h * w, threads = columns * c;
  if (columns == 0 || f == 0) return 0;
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  if (threads) unroll<<<(unsigned)((threads + 255) / 256), 256>>>(in, n, c, h, w, radius, scratch);
  product<<<dim3((unsigned)((columns + T - 1) / T), (f + T - 1) / T), dim3(T, T)>>>(filter, scratch, f, depth,
                                                                                    columns, h * w, out);
  return cudaGetLastError();
}

// expect: pass 8_conv_implicit_gemm global_bytes
// form: the textbook's tiled product: blocks of 16 x 16 threads, an output a thread, and the indices computed at each load.
#include "dnn.h"
#include <cuda_runtime.h>

#define TILE 16

__global__ void implicit_gemm(const float *in, int N, int C, int H, int W, const float *w, int F, int R,
                              float *out) {
  __shared__ float Ws[TILE][TILE], Xs[TILE][TILE];
  int K = 2 * R + 1, depth = C * K * K;
  int f = blockIdx.y * TILE + threadIdx.y, p = blockIdx.x * TILE + threadIdx.x;
  int n = p / (H * W), y = p / W % H, x = p % W;
  float acc = 0.f;
  for (int t = 0; t < (depth + TILE - 1) / TILE; ++t) {
    int kw = t * TILE + threadIdx.x, kx = t * TILE + threadIdx.y;
    Ws[threadIdx.y][threadIdx.x] = f < F && kw < depth ? w[(size_t)f * depth + kw] : 0.f;
    int c = kx / (K * K), iy = y + kx / K % K - R, ix = x + kx % K - R;
    float v = 0.f;
    if (n < N && kx < depth && iy >= 0 && iy < H && ix >= 0 && ix < W)
      v = in[(((size_t)n * C + c) * H + iy) * W + ix];
    Xs[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) acc += Ws[threadIdx.y][k] * Xs[k][threadIdx.x];
    __syncthreads();
  }
  if (f < F && n < N) out[(((size_t)n * F + f) * H + y) * W + x] = acc;
}

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  int64_t columns = pictures * height * width;
  if (columns * filters == 0) return 0;
  dim3 grid((unsigned)((columns + TILE - 1) / TILE), (unsigned)((filters + TILE - 1) / TILE));
  implicit_gemm<<<grid, dim3(TILE, TILE)>>>(in, (int)pictures, (int)channels, (int)height, (int)width, filter,
                                            (int)filters, radius, out);
  return cudaGetLastError();
}

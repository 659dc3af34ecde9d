// expect: pass 7_stencil_2d
// form: 32 x 32 threads, of which 30 x 30 compute a cell; pointers that change places after each step.
#include "conv.h"

enum { IN_TILE = 32, OUT_TILE = IN_TILE - 2 };

__global__ static void step(const float *u, float *next, int width, int height, float k, int periodic) {
  __shared__ float s[IN_TILE][IN_TILE];
  int x = blockIdx.x * OUT_TILE + threadIdx.x - 1, y = blockIdx.y * OUT_TILE + threadIdx.y - 1;
  int from_x = periodic ? (x + width) % width : x, from_y = periodic ? (y + height) % height : y;
  bool exists = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
  s[threadIdx.y][threadIdx.x] = exists ? u[(size_t)from_y * width + from_x] : 0.0f;
  __syncthreads();
  int tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0 || ty == 0 || tx == IN_TILE - 1 || ty == IN_TILE - 1 || x >= width || y >= height) return;
  float c = s[ty][tx];
  bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  if (periodic || !edge) c += k * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 4 * c);
  next[(size_t)y * width + x] = c;
}

__global__ static void keep(const float *in, float *out, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  size_t n = (size_t)width * height;
  if (n == 0) return 0;
  if (steps == 0) keep<<<(unsigned)((n + 255) / 256), 256>>>(in, out, n);
  dim3 grid((width + OUT_TILE - 1) / OUT_TILE, (height + OUT_TILE - 1) / OUT_TILE), block(IN_TILE, IN_TILE);
  float *to = steps % 2 ? out : scratch, *other = steps % 2 ? scratch : out;
  for (int s = 0; s < steps; s++) {
    step<<<grid, block>>>(in, to, width, height, k, edges == CONV_PERIODIC);
    in = to;
    float *swap = to;
    to = other;
    other = swap;
  }
  return cudaGetLastError();
}

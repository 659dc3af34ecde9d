// expect: inefficient 7_stencil_2d busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "conv.h"
#define BS 16
// What block bid of the grid does.
static __device__ void body_heat(dim3 bid, const float *u, float *v, int w, int h, float k, int periodic) {
  __shared__ float s[BS + 2][BS + 2];
  int x = bid.x * BS + threadIdx.x, y = bid.y * BS + threadIdx.y;
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  if (x < w && y < h) {
    s[ly][lx] = u[(size_t)y * w + x];
    if (threadIdx.x == 0) s[ly][0] = x > 0 ? u[(size_t)y * w + x - 1] : u[(size_t)y * w + w - 1];
    if (threadIdx.x == BS - 1 || x == w - 1) s[ly][lx + 1] = u[(size_t)y * w + (x + 1 < w ? x + 1 : 0)];
    if (threadIdx.y == 0) s[0][lx] = u[(size_t)(y > 0 ? y - 1 : h - 1) * w + x];
    if (threadIdx.y == BS - 1 || y == h - 1) s[ly + 1][lx] = u[(size_t)(y + 1 < h ? y + 1 : 0) * w + x];
  }
  __syncthreads();
  if (x < w && y < h) {
    float c = s[ly][lx];
    if (periodic || (x > 0 && x < w - 1 && y > 0 && y < h - 1))
      c += k * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx] - 4 * c);
    v[(size_t)y * w + x] = c;
  }
}
__global__ void heat(dim3 grid, const float *u, float *v, int w, int h, float k, int periodic) {
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x; x++) {
        body_heat(dim3(x, y, z), u, v, w, h, k, periodic);
        __syncthreads();
      }
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  size_t n = (size_t)width * height;
  if (n == 0) return 0;
  if (steps == 0) return cudaMemcpyAsync(out, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  const float *src = in;
  float *dst = (steps % 2) ? out : scratch;
  dim3 b(BS, BS), g((width + BS - 1) / BS, (height + BS - 1) / BS);
  for (int i = 0; i < steps; i++) {
    heat<<<1, b>>>(dim3(g), src, dst, width, height, k, edges == CONV_PERIODIC); // fault
    src = dst;
    dst = dst == out ? scratch : out;
  }
  return cudaGetLastError();
}

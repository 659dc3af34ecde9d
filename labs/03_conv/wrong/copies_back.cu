// expect: inefficient 7_stencil_2d launches on emu
// fault: every step writes scratch, and a second kernel copies it back: two launches a step.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d

static __global__ void copy(const float *from, int64_t n, float *to) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) to[i] = from[i];
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, CELLS_X), blocks_for(height, CELLS_Y));
  if (width == 0 || height == 0) return 0;
  int64_t n = (int64_t)width * height;
  if (steps == 0) return reference(in, width, height, k, 0, edges, scratch, out);
  for (int s = 0; s < steps; s++) {
    conv_7_kernel<<<grid, BLOCK>>>(s ? out : in, width, height, k, edges, scratch);
    copy<<<blocks_for(n, BLOCK), BLOCK>>>(scratch, n, out); // fault
  }
  return cudaGetLastError();
}

// expect: wrong 7_stencil_2d
// fault: the first step always writes out: after an even number of steps the result is in scratch.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, CELLS_X), blocks_for(height, CELLS_Y));
  if (width == 0 || height == 0) return 0;
  if (steps == 0) return reference(in, width, height, k, 0, edges, scratch, out);
  for (int s = 0; s < steps; s++) {
    float *to = s % 2 ? scratch : out;
    conv_7_kernel<<<grid, BLOCK>>>(in, width, height, k, edges, to);
    in = to;
  }
  return cudaGetLastError();
}

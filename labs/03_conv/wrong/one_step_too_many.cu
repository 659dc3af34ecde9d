// expect: wrong 7_stencil_2d
// fault: steps + 1 steps are made.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, CELLS_X), blocks_for(height, CELLS_Y));
  if (width == 0 || height == 0) return 0;
  return reference(in, width, height, k, steps + 1, edges, scratch, out);
  return cudaGetLastError();
}

// expect: hazard 7_stencil_2d race-global on emu
// fault: after the first step the grid is read and written in the same buffer.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, CELLS_X), blocks_for(height, CELLS_Y));
  if (width == 0 || height == 0) return 0;
  (void)scratch;
  if (steps == 0) return reference(in, width, height, k, 0, edges, scratch, out);
  for (int s = 0; s < steps; s++) conv_7_kernel<<<grid, BLOCK>>>(s ? out : in, width, height, k, edges, out);
  return cudaGetLastError();
}

// Lab 03, stage 7: a stencil in time.

// One step. A block copies a tile of 32 x 64 cells and the cells around it, 34 x 66, to shared memory, so
// that it loads each cell once. These cells have the numbers 0 to 34 x 66 - 1, and thread t loads the cells
// t, t + 256, ... So it has nine loads in flight before it needs the first. At periodic edges only the source
// of the halo differs, as in stage 5.
enum { CELLS_X = WARP, CELLS_Y = 64, PITCH = CELLS_X + 2, CELLS = PITCH * (CELLS_Y + 2) };

__global__ void conv_7_kernel(const float *__restrict__ in, int width, int height, float k, int edges,
                              float *__restrict__ out) {
  __shared__ float s[CELLS];
  int t = threadIdx.x, x0 = blockIdx.x * CELLS_X, y0 = blockIdx.y * CELLS_Y;
  int mode = edges == CONV_PERIODIC ? CONV_WRAP : CONV_ZERO;

#pragma unroll
  for (int i = 0; i < (CELLS + BLOCK - 1) / BLOCK; i++) {
    int cell = t + i * BLOCK, x = x0 - 1 + cell % PITCH, y = y0 - 1 + cell / PITCH;
    if (cell < CELLS && x <= width && y <= height)
      s[cell] = pixel(in, width, place(y, height, mode), x, mode);
  }
  __syncthreads();

  int x = x0 + t % WARP;
  for (int row = t / WARP; row < CELLS_Y; row += WARPS) {
    int y = y0 + row;
    if (x >= width || y >= height) continue;
    bool outer = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    const float *c = &s[(row + 1) * PITCH + t % WARP + 1];
    float next = *c + k * ((c[-1] + c[1]) + (c[-PITCH] + c[PITCH]) - 4 * *c);
    out[(int64_t)y * width + x] = outer && edges == CONV_FIXED ? *c : next;
  }
}

// From this many cells on there are strips enough for all multiprocessors.
enum { IN_STRIPS = 1 << 18 };

// A step must not write a buffer that another block still reads, so each step writes the other one of two
// buffers. The loop counts down, because the last step must write out. So no copy is necessary at the end,
// and the first step can read in itself.
int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, CELLS_X), blocks_for(height, CELLS_Y));
  if (width == 0 || height == 0) return 0;
  if (steps == 0)
    return cudaMemcpyAsync(out, in, (size_t)width * height * sizeof *out, cudaMemcpyDeviceToDevice, 0);
  if ((int64_t)width * height >= IN_STRIPS)
    return conv_7_in_strips(in, width, height, k, steps, edges, scratch, out);
  for (int left = steps; left > 0; left--) {
    float *to = left % 2 ? out : scratch;
    conv_7_kernel<<<grid, BLOCK>>>(in, width, height, k, edges, to);
    in = to;
  }
  return cudaGetLastError();
}

// A thread computes 4 x 8 outputs; it loads each row of the window that they need into registers, and shares nothing.
enum { WINDOW_ROWS = 8 };

static __global__ void window_kernel(const float *in, int width, int height, int radius, int mode,
                                     float *out) {
  int x = 4 * (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)blockIdx.y * WINDOW_ROWS,
      side = 2 * radius + 1;
  if (x >= width) return;
  int sides = (radius + 3) / 4;
  float4 sum[WINDOW_ROWS] = {};
  for (int j = -radius; j < WINDOW_ROWS + radius && y + j < height + radius; j++) {
    float row[4 * (1 + 2 * 2)];
    for (int i = 0; i <= 2 * sides; i++)
      set4(row + 4 * i, load4(in, width, height, x + 4 * (i - sides), y + j, mode)); // fault
    for (int o = 0; o < WINDOW_ROWS; o++) {
      int ky = j - o + radius;
      if (ky < 0 || ky >= side) continue;
      for (int kx = 0; kx < side; kx++) {
        const float *w = row + 4 * sides - radius + kx;
        add_times(sum[o], taps_2d[ky * side + kx], w[0], w[1], w[2], w[3]);
      }
    }
  }
  for (int o = 0; o < WINDOW_ROWS; o++) store4(out, width, height, x, y + o, sum[o]);
}

static int window(const float *in, int width, int height, const float *filter, int radius, int mode,
                  float *out) {
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error) return error;
  dim3 grid(blocks_for(width, 4 * 64), blocks_for(height, WINDOW_ROWS));
  window_kernel<<<grid, 64>>>(in, width, height, radius, mode, out);
  return cudaGetLastError();
}

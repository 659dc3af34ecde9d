// A convolution without a tile: the loop over the taps reads global memory.
static __global__ void naive_kernel(const float *in, int width, int height, int radius, int mode,
                                    float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int ky = 0; ky <= 2 * radius; ky++)
    for (int kx = 0; kx <= 2 * radius; kx++)
      sum += taps_2d[ky * (2 * radius + 1) + kx] *
             pixel(in, width, place(y - radius + ky, height, mode), x - radius + kx, mode);
  out[(int64_t)y * width + x] = sum;
}

static int naive(const float *in, int width, int height, const float *filter, int radius, int mode,
                 float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARPS)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) naive_kernel<<<grid, block>>>(in, width, height, radius, mode, out);
  return error ? error : cudaGetLastError();
}

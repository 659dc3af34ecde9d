// A block of N x N threads, one output each, fills its tile and the halo counted through.
template <int N>
static __global__ void square_tiles_kernel(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[N + SIDE - 1][N + SIDE - 1];
  int x0 = blockIdx.x * N, y0 = blockIdx.y * N, side = N + 2 * radius;
  for (int i = threadIdx.y * N + threadIdx.x; i < side * side; i += N * N)
    s[i / side][i % side] =
        pixel(in, width, place(y0 - radius + i / side, height, CONV_ZERO), x0 - radius + i % side, CONV_ZERO);
  __syncthreads();
  int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  float sum = 0;
  for (int ky = 0; ky <= 2 * radius; ky++)
    for (int kx = 0; kx <= 2 * radius; kx++)
      sum += taps_2d[ky * (2 * radius + 1) + kx] * s[threadIdx.y + ky][threadIdx.x + kx];
  if (x < width && y < height) out[(int64_t)y * width + x] = sum;
}

template <int N>
static int square_tiles(const float *in, int width, int height, const float *filter, int radius, float *out) {
  dim3 grid(blocks_for(width, N), blocks_for(height, N)), block(N, N);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) square_tiles_kernel<N><<<grid, block>>>(in, width, height, radius, out);
  return error ? error : cudaGetLastError();
}

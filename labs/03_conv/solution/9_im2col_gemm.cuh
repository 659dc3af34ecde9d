// Lab 03, stage 9: as a matrix product.

// Unfolds the input into a matrix, with a row for each tap (channel, ky, kx) and a column for each output
// pixel (picture, y, x). One row of blocks writes one row of the matrix. The 32 lanes of a warp load and
// store neighbouring pixels.
__global__ void conv_9_unfold(const float *in, int n, int c, int h, int w, int radius, float *matrix) {
  int taps = 2 * radius + 1, r = blockIdx.y, channel = r / (taps * taps), ky = r / taps % taps, kx = r % taps;
  int64_t columns = (int64_t)n * h * w, column = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (column >= columns) return;
  int x = column % w, y = column / w % h;
  int64_t picture = column / ((int64_t)h * w);
  const float *p = in + (picture * c + channel) * h * w;
  matrix[r * columns + column] =
      pixel(p, w, place(y - radius + ky, h, CONV_ZERO), x - radius + kx, CONV_ZERO);
}

// Multiplies the filters (f rows of `depth` taps) by the unfolded matrix (depth rows of `columns` pixels), in
// tiles of 32 x 32 as in lab 02. A thread computes four filters of one pixel. Each loaded element serves 32
// products: bytes fall to 1/32 of two loads a product.
__global__ void conv_9_multiply(const float *filter, const float *matrix, int f, int depth, int64_t columns,
                                int64_t pixels, float *out) {
  __shared__ float a[WARP][WARP], b[WARP][WARP];
  int lane = threadIdx.x, warp = threadIdx.y, row0 = blockIdx.y * WARP;
  int64_t column = (int64_t)blockIdx.x * WARP + lane;

  float sum[WARP / WARPS] = {};
  for (int k0 = 0; k0 < depth; k0 += WARP) {
    for (int i = warp; i < WARP; i += WARPS) {
      a[i][lane] = row0 + i < f && k0 + lane < depth ? filter[(int64_t)(row0 + i) * depth + k0 + lane] : 0;
      b[i][lane] = k0 + i < depth && column < columns ? matrix[(k0 + i) * columns + column] : 0;
    }
    __syncthreads();
    for (int k = 0; k < WARP; k++)
      for (int j = 0; j < WARP / WARPS; j++) sum[j] += a[warp + j * WARPS][k] * b[k][lane];
    __syncthreads();
  }
  for (int j = 0; j < WARP / WARPS; j++) {
    int row = row0 + warp + j * WARPS;
    if (row < f && column < columns) out[(column / pixels * f + row) * pixels + column % pixels] = sum[j];
  }
}

// Is the layer large enough for tiles of this size, and do its taps have bits enough?
static bool conv_9_in_tiles(int n, int c, int h, int w, int f, int side) {
  int64_t columns = (int64_t)n * h * w, depth = (int64_t)c * side * side;
  return f > TILE_F / 2 && side <= MAX_SIDE && depth >= TILE_K && depth <= MAX_DEPTH && columns >= 1 << 11 &&
         columns <= INT_MAX - TILE_P && columns * c <= INT_MAX;
}

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  if (conv_9_in_tiles(n, c, h, w, f, 2 * radius + 1)) {
    conv_9_layer l = {c, h, w, f, 2 * radius + 1, depth, (int)columns};
    int device, major;
    int error = cudaGetDevice(&device);
    if (!error) error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (error) return error;
#if defined __NVCC__ && !defined __PMPP_EMU__
    if (conv_9_on_hopper(l, major)) return conv_9_hopper(in, filter, l, n, scratch, out);
#endif
    if (major >= 8) return conv_9_split(in, filter, l, out); // from there on there is tf32
  }
  if (depth > 0)
    conv_9_unfold<<<dim3(blocks_for(columns, BLOCK), depth), BLOCK>>>(in, n, c, h, w, radius, scratch);
  conv_9_multiply<<<dim3(blocks_for(columns, WARP), blocks_for(f, WARP)), dim3(WARP, WARPS)>>>(
      filter, scratch, f, depth, columns, pixels, out);
  return cudaGetLastError();
}

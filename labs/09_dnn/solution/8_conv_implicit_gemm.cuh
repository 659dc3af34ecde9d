// Lab 09, stage 8: a convolution as a matrix product, whose right operand is nowhere in memory.

// A block has 64 filters and 64 pixels, a thread 4 x 4 of them; 16 taps at a time are in shared memory.
enum { TILE_OF_8 = 64, TAPS = 16, PATCH = 4, PATCHES = TILE_OF_8 / PATCH };

struct layer {
  int64_t channels, height, width, filters, pixels, columns; // pixels of a picture; of all pictures
  int radius, depth;                                         // depth: the taps of a filter
};

// Taps first .. first + TAPS - 1 of the block's filters, turned, 0 where there are none. The lanes load neighbouring taps.
static __device__ void load_filters(float (*to)[TILE_OF_8 + 1], const float *filter, layer l, int64_t filter0,
                                    int first) {
  int tap = threadIdx.x % TAPS;
  for (int i = threadIdx.x / TAPS; i < TILE_OF_8; i += BLOCK / TAPS) {
    bool inside = filter0 + i < l.filters && first + tap < l.depth;
    to[tap][i] = inside ? filter[(filter0 + i) * l.depth + first + tap] : 0;
  }
}

// What these taps meet at the block's pixels: element [tap][pixel] of the unfolded matrix is computed from its place. The lanes
// load neighbouring pixels.
static __device__ void load_pixels(float (*to)[TILE_OF_8], const float *in, layer l, int64_t column,
                                   int first) {
  int side = 2 * l.radius + 1;
  int64_t picture = column / l.pixels, y = column % l.pixels / l.width, x = column % l.width;
  for (int i = threadIdx.x / TILE_OF_8; i < TAPS; i += BLOCK / TILE_OF_8) {
    int tap = first + i, channel = tap / (side * side);
    int64_t row = y + tap / side % side - l.radius, at = x + tap % side - l.radius;
    bool inside =
        column < l.columns && tap < l.depth && row >= 0 && row < l.height && at >= 0 && at < l.width;
    to[i][threadIdx.x % TILE_OF_8] =
        inside ? in[((picture * l.channels + channel) * l.height + row) * l.width + at] : 0;
  }
}

__global__ void dnn_8_conv_kernel(const float *in, const float *filter, layer l, float *out) {
  __shared__ float a[TAPS][TILE_OF_8 + 1], b[TAPS][TILE_OF_8];
  int tx = threadIdx.x % PATCHES, ty = threadIdx.x / PATCHES;
  int64_t filter0 = (int64_t)blockIdx.y * TILE_OF_8, column0 = (int64_t)blockIdx.x * TILE_OF_8;

  float sum[PATCH][PATCH] = {};
  for (int first = 0; first < l.depth; first += TAPS) {
    load_filters(a, filter, l, filter0, first);
    load_pixels(b, in, l, column0 + threadIdx.x % TILE_OF_8, first);
    __syncthreads();
    for (int k = 0; k < TAPS; k++) {
      float left[PATCH], right[PATCH];
#pragma unroll
      for (int i = 0; i < PATCH; i++) left[i] = a[k][ty + i * PATCHES], right[i] = b[k][tx + i * PATCHES];
#pragma unroll
      for (int i = 0; i < PATCH; i++)
#pragma unroll
        for (int j = 0; j < PATCH; j++) sum[i][j] += left[i] * right[j];
    }
    __syncthreads(); // the tiles have been read
  }
#pragma unroll
  for (int i = 0; i < PATCH; i++)
#pragma unroll
    for (int j = 0; j < PATCH; j++) {
      int64_t own = filter0 + ty + i * PATCHES, column = column0 + tx + j * PATCHES;
      if (own < l.filters && column < l.columns)
        out[(column / l.pixels * l.filters + own) * l.pixels + column % l.pixels] = sum[i][j];
    }
}

static unsigned tiles_of(int64_t n) {
  return (unsigned)((n + TILE_OF_8 - 1) / TILE_OF_8);
}

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  int64_t pixels = height * width;
  layer l = {channels, height, width, filters, pixels, pictures * pixels, radius};
  l.depth = (int)channels * (2 * radius + 1) * (2 * radius + 1);
  if (l.columns == 0 || filters == 0) return 0;
  dnn_8_conv_kernel<<<dim3(tiles_of(l.columns), tiles_of(filters)), BLOCK>>>(in, filter, l, out);
  return cudaGetLastError();
}

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

// The fast form, by product.cuh: a block has 64 filters and 256 pixels. A step is one place (ky, kx) of eight channels: whether
// it lies in the picture is asked once for all eight, and the elements are as far apart as the channels. Each thread copies
// those of two pixels to shared memory without registers, while the step before is multiplied.
enum { FILTER_TILE = 64, PIXEL_TILE = 256 };
typedef fast_part<FILTER_TILE, PIXEL_TILE> conv_part;

struct conv_operands {
  enum { TURNS = 4, PIXELS = PIXEL_TILE / FAST_BLOCK, TAPS_A_THREAD = 4 };
  int line = threadIdx.x / 2,
      along = threadIdx.x % 2 * TAPS_A_THREAD; // of the filters, and of the eight channels
  int height, width, side, channels, pixels;
  int channel = 0, ky = 0, kx = 0; // of the next step
  const float *filter, *pixel[PIXELS], *any, *from[PIXELS];
  int apart[PIXELS];        // of from[], from channel to channel
  int y[PIXELS], x[PIXELS]; // of the place that a filter's first tap meets
  float held[TAPS_A_THREAD];

  // Results of filters beyond the last one are not stored: its taps stand in for theirs. Pixels beyond the last one lie in no
  // row of a picture.
  __device__ conv_operands(const float *in, const float *filters, const layer &l, int64_t filter0,
                           int64_t column0)
      : height((int)l.height), width((int)l.width), side(2 * l.radius + 1), channels((int)l.channels),
        pixels((int)l.pixels), any(in) {
    filter = filters + min(filter0 + line, l.filters - 1) * l.depth + along * side * side;
    for (int i = 0; i < PIXELS; i++) {
      int64_t column = column0 + threadIdx.x + i * FAST_BLOCK, of_picture = column % l.pixels;
      y[i] = column < l.columns ? (int)(of_picture / l.width) - l.radius : -height - side;
      x[i] = (int)(of_picture % l.width) - l.radius;
      pixel[i] = in + column / l.pixels * l.channels * l.pixels + y[i] * l.width + x[i];
    }
  }

  // Two channels a turn: so many copies at once would keep the reads from shared memory waiting.
  template <bool> __device__ void fetch(conv_part *to, int, int turn) {
    if (turn == 0) begin();
#pragma unroll
    for (int i = 0; i < PIXELS; i++)
#pragma unroll
      for (int l = 0; l < FAST_STEP / TURNS; l++, from[i] += apart[i])
        __pipeline_memcpy_async(&to->b[turn * (FAST_STEP / TURNS) + l][threadIdx.x + i * FAST_BLOCK], from[i],
                                sizeof(float), apart[i] ? 0 : sizeof(float));
    if (turn == TURNS - 1) __pipeline_commit();
  }

  // Where the next step's elements are. Outside of the picture nothing is loaded, from a place that exists.
  __device__ void begin() {
    int place = channel * side * side + ky * side + kx;
    int64_t offset = (int64_t)channel * pixels + ky * width + kx;
#pragma unroll
    for (int i = 0; i < TAPS_A_THREAD; i++) held[i] = filter[place + i * side * side];
#pragma unroll
    for (int i = 0; i < PIXELS; i++) {
      bool inside = (unsigned)(y[i] + ky) < (unsigned)height && (unsigned)(x[i] + kx) < (unsigned)width;
      from[i] = inside ? pixel[i] + offset : any;
      apart[i] = inside ? pixels : 0;
    }
    if (++kx == side) kx = 0, ky++;
    if (ky == side) ky = 0, channel += FAST_STEP;
  }

  __device__ void store(conv_part *to) const {
    for (int i = 0; i < TAPS_A_THREAD; i++) to->a[along + i][line] = held[i];
    __pipeline_wait_prior(0);
  }
};

__global__ void __launch_bounds__(FAST_BLOCK, 2)
    dnn_8_fast_kernel(const float *in, const float *filter, layer l, float *out) {
  __shared__ __align__(16) conv_part buffer[2];
  int64_t filter0 = (int64_t)blockIdx.y * FILTER_TILE, column0 = (int64_t)blockIdx.x * PIXEL_TILE;
  float sum[SUMS_M][SUMS_N] = {};

  conv_operands from(in, filter, l, filter0, column0);
  multiply_all(buffer, from, l.depth, sum);

  fast_place<PIXEL_TILE> at;
#pragma unroll
  for (int j = 0; j < SUMS_N; j += 4) {
    int64_t column = column0 + at.column + j * LANES_N;
    if (column >= l.columns) break;
    float *of_picture = out + column / l.pixels * l.filters * l.pixels + column % l.pixels;
#pragma unroll
    for (int i = 0; i < SUMS_M; i++) {
      int64_t own = filter0 + at.row + at.down(i);
      if (own < l.filters)
        *(float4 *)&of_picture[own * l.pixels] =
            float4{sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
    }
  }
}

static int conv_fast(const float *in, const float *filter, layer l, float *out) {
  dim3 grid(fast_tiles(l.columns, PIXEL_TILE), fast_tiles(l.filters, FILTER_TILE));
  dnn_8_fast_kernel<<<grid, FAST_BLOCK>>>(in, filter, l, out);
  return cudaGetLastError();
}

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  int64_t pixels = height * width;
  layer l = {channels, height, width, filters, pixels, pictures * pixels, radius};
  l.depth = (int)channels * (2 * radius + 1) * (2 * radius + 1);
  if (l.columns == 0 || filters == 0) return 0;
  // Steps have eight channels, and four neighbouring pixels, a vector, must lie in one picture.
  bool whole = channels > 0 && channels % FAST_STEP == 0 && pixels % 4 == 0 && is_aligned(out);
  if (whole && enough_tiles(filters, FILTER_TILE, l.columns, PIXEL_TILE))
    return conv_fast(in, filter, l, out);
  dnn_8_conv_kernel<<<dim3(tiles_of(l.columns), tiles_of(filters)), BLOCK>>>(in, filter, l, out);
  return cudaGetLastError();
}

// Lab 03, stages 4 and 5: two dimensions, and the surroundings of a picture.

// From here on a thread works on four neighbouring pixels, a vector: 16 bytes a load. Rows begin at aligned
// addresses only if the width is a multiple of 4. For other widths a thread loads and stores the four pixels
// one by one.

// Returns the place in 0 .. n - 1 whose pixel stands at place i, or -1 for a 0. Place i may lie outside. A
// mirror repeats after 2 (n - 1) places: once forward and once backward, with each edge pixel counted once.
static __device__ int place(int i, int n, int mode) {
  if (i >= 0 && i < n) return i;
  if (mode == CONV_CLAMP) return i < 0 ? 0 : n - 1;
  if (mode == CONV_WRAP) return (i % n + n) % n;
  if (mode == CONV_ZERO) return -1;
  if (n == 1) return 0;
  int period = 2 * (n - 1), m = (i % period + period) % period;
  return m < n ? m : period - m;
}

// Returns the pixel at place x of a row. Row -1 is a row of zeros.
static __device__ float pixel(const float *in, int width, int row, int x, int mode) {
  int column = place(x, width, mode);
  return row < 0 || column < 0 ? 0 : in[(int64_t)row * width + column];
}

// Returns the four pixels from (x, y) on. x is a multiple of 4.
static __device__ float4 load4(const float *in, int width, int height, int x, int y, int mode) {
  int row = place(y, height, mode);
  if (row >= 0 && x >= 0 && x < width && width % 4 == 0)
    return *(const float4 *)(in + (int64_t)row * width + x);
  return make_float4(pixel(in, width, row, x, mode), pixel(in, width, row, x + 1, mode),
                     pixel(in, width, row, x + 2, mode), pixel(in, width, row, x + 3, mode));
}

// Stores the pixels of v that lie in the picture.
static __device__ void store4(float *out, int width, int height, int x, int y, float4 v) {
  if (x >= width || y >= height) return;
  float *to = out + (int64_t)y * width + x;
  if (width % 4 == 0) {
    *(float4 *)to = v;
    return;
  }
  to[0] = v.x;
  if (x + 1 < width) to[1] = v.y;
  if (x + 2 < width) to[2] = v.z;
  if (x + 3 < width) to[3] = v.w;
}

static __device__ void set4(float *to, float4 v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
  to[3] = v.w;
}

static __device__ void add_times(float4 &sum, float f, float a, float b, float c, float d) {
  sum.x += f * a;
  sum.y += f * b;
  sum.z += f * c;
  sum.w += f * d;
}

enum {
  SIDE = 2 * CONV_MAX_RADIUS + 1,
  TILE_X = 4 * WARP,
  WARPS = BLOCK / WARP,
  ROWS = 4,
  TILE_Y = ROWS * WARPS
};

__constant__ float taps_2d[SIDE * SIDE];

// 32 x 8 threads compute 128 x 32 outputs: a warp computes four rows of 128 pixels, and a lane 4 x 4 pixels.
// The tile has `radius` more rows above and below, and SIDES more vectors left and right: bytes fall to the
// tile and its halo. A lane reads each of its rows of the tile once, into a window in registers: four pixels,
// and the pixels beside them that the taps reach. It adds the window to all of its outputs that need this
// row. So with radius 7, five 16-byte loads from shared memory serve up to 4 x 4 x 15 multiply-adds.
//
// The radius is a template parameter. So the window has a fixed size, and nvcc can unroll the loops.
template <int RADIUS>
__global__ void __launch_bounds__(BLOCK)
    conv_4_kernel(const float *__restrict__ in, int width, int height, int mode, float *__restrict__ out) {
  const int TAPS = 2 * RADIUS + 1, SIDES = (RADIUS + 3) / 4, VECTORS = WARP + 2 * SIDES;
  __shared__ float4 s[TILE_Y + 2 * RADIUS][VECTORS];
  int lane = threadIdx.x, warp = threadIdx.y;
  int x0 = blockIdx.x * TILE_X, y0 = blockIdx.y * TILE_Y;

#pragma unroll
  for (int i = 0; i < (TILE_Y + 2 * RADIUS + WARPS - 1) / WARPS; i++) {
    int row = warp + i * WARPS, x = x0 + 4 * (lane - SIDES), y = y0 - RADIUS + row;
    if (row >= TILE_Y + 2 * RADIUS) break;
    s[row][lane] = load4(in, width, height, x, y, mode);
    if (lane < 2 * SIDES) s[row][lane + WARP] = load4(in, width, height, x + TILE_X, y, mode);
  }
  __syncthreads();

  float4 sum[ROWS] = {};
#pragma unroll
  for (int row = 0; row < ROWS + 2 * RADIUS; row++) {
    float window[4 * (1 + 2 * SIDES)];
#pragma unroll
    for (int i = 0; i <= 2 * SIDES; i++) set4(window + 4 * i, s[warp * ROWS + row][lane + i]);
#pragma unroll
    for (int j = 0; j < ROWS; j++) { // output row j multiplies this row by row ky of the filter
      int ky = row - j;
      if (ky < 0 || ky >= TAPS) continue;
#pragma unroll
      for (int kx = 0; kx < TAPS; kx++) {
        const float *w = window + 4 * SIDES - RADIUS + kx;
        add_times(sum[j], taps_2d[ky * TAPS + kx], w[0], w[1], w[2], w[3]);
      }
    }
  }
#pragma unroll
  for (int j = 0; j < ROWS; j++) store4(out, width, height, x0 + 4 * lane, y0 + warp * ROWS + j, sum[j]);
}

template <int RADIUS> static int conv_4(const float *in, int width, int height, int mode, float *out) {
  dim3 grid(blocks_for(width, TILE_X), blocks_for(height, TILE_Y)), block(WARP, WARPS);
  conv_4_kernel<RADIUS><<<grid, block>>>(in, width, height, mode, out);
  return cudaGetLastError();
}

// The same kernel serves every mode: its loop over the taps never leaves the tile.
int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out) {
  static int (*const with_radius[])(const float *, int, int, int, float *) = {
      conv_4<0>, conv_4<1>, conv_4<2>, conv_4<3>, conv_4<4>, conv_4<5>, conv_4<6>, conv_4<7>};
  int taps = 2 * radius + 1;
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, taps * taps);
  return error ? error : with_radius[radius](in, width, height, mode, out);
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  return conv_5_boundary_modes(in, width, height, filter, radius, CONV_ZERO, out);
}

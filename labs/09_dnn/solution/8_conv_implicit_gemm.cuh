// Lab 09, stage 8: a convolution as a matrix product, whose right operand is nowhere in memory.
#include <limits.h>

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

// The fast form, with product.cuh's lanes: a block of eight warps has 64 filters and 512 pixels, a chunk eight channels. Of each channel the block
// needs the rows that its pixels' taps reach, whole ones, each with zeros to its left and so to the right of the one before; two
// pictures are parted by a row of zeros. So each element is copied once, four at a time, and not once for each tap, and tap (ky, kx) of
// a pixel is the element ky rows and kx places further on, with nothing to ask. A lane's four neighbouring pixels need six elements
// of a row for the three taps in it, which it keeps in registers.
enum { FILTER_TILE = 64, PIXEL_TILE = 512, CHANNELS = 8, FILTER_PITCH = FILTER_TILE + 4 };
enum { FOURS_A_THREAD = 2, MOST_FOURS = FOURS_A_THREAD * BLOCK, FILTERS_A_THREAD = FILTER_TILE / 4 / WARPS };

template <int RADIUS> struct conv {
  static constexpr int SIDE = 2 * RADIUS + 1, PLACES = SIDE * SIDE, NEAR = 3 + SIDE;
  static constexpr int TURNS = CHANNELS * SIDE / 2; // a turn: two rows of taps
  static constexpr int PAD =
      RADIUS > 0 ? 4 : 0; // zeros left of a row: more than a tap needs, so that copies are aligned
  static constexpr int FILTERS = CHANNELS * PLACES * FILTER_PITCH; // floats; the rows follow
};

// What a block has in shared memory of a channel: `rows` of `pitch` elements, and twice `chunk` elements in all.
struct conv_rows {
  int rows, pitch, channel, chunk;
};

template <int RADIUS> static conv_rows rows_of_block(const layer &l) {
  typedef conv<RADIUS> T;
  conv_rows r;
  int last = PIXEL_TILE - 1; // so many pixels further on
  r.rows = (int)(last / l.width + 2 + (last / l.pixels + 1) * RADIUS + 2 * RADIUS);
  r.pitch = (int)l.width + T::PAD;
  r.channel = r.rows * r.pitch + 2 * T::PAD;
  r.chunk = T::FILTERS + CHANNELS * r.channel;
  return r;
}

// Of the rows of all pictures, with those of zeros between them, the one in which the pixel's first tap lies.
template <int RADIUS> static __device__ int first_row(const layer &l, int column) {
  int width = (int)l.width, height = (int)l.height;
  return column / (width * height) * (height + RADIUS) + column / width % height;
}

// What a block copies for a tile, its threads in turns.
template <int RADIUS> struct conv_copies {
  typedef conv<RADIUS> T;
  const float *in, *filters;
  int from[FOURS_A_THREAD]; // the thread's elements in the first channel; -1: a row of zeros
  int to[FOURS_A_THREAD];   // and their places; -1: none
  int pixels, channel, depth, own, tap, left; // left: filters that exist

  __device__ conv_copies(const float *in, const layer &l, const conv_rows &r)
      : in(in), pixels((int)l.pixels), channel(r.channel), depth(l.depth) {
    own = threadIdx.x / WARP * 4 * FILTERS_A_THREAD + threadIdx.x % WARP / 8, tap = threadIdx.x % 8;
  }

  __device__ void aim(const float *filter, const layer &l, const conv_rows &r, int filter0, int column0) {
    int width = (int)l.width, height = (int)l.height, fours = width / 4, row0 = first_row<RADIUS>(l, column0);
    filters = filter + (int64_t)(filter0 + own) * depth + tap;
    left = (int)l.filters - filter0 - own;
#pragma unroll
    for (int i = 0; i < FOURS_A_THREAD; i++) {
      int four = threadIdx.x + i * BLOCK, row = row0 + four / fours, x = four % fours * 4;
      int picture = row / (height + RADIUS), y = row % (height + RADIUS) - RADIUS;
      bool there = y >= 0 && picture * pixels < (int)l.columns;
      from[i] = there ? (picture * (int)l.channels * height + y) * width + x : -1;
      to[i] = four / fours < r.rows ? T::FILTERS + four / fours * r.pitch + T::PAD + x : -1;
    }
  }

  // A part of the chunk that begins with channel `first`, for each turn one: eight taps of all filters, and a channel or two.
  __device__ void fetch(float *chunk, int first, int turn) const {
    if (turn < T::PLACES) {
      const float *p = filters + first * T::PLACES + turn * 8;
#pragma unroll
      for (int i = 0; i < FILTERS_A_THREAD; i++)
        if (4 * i < left)
          __pipeline_memcpy_async(&chunk[(turn * 8 + tap) * FILTER_PITCH + own + 4 * i], p + 4 * i * depth,
                                  sizeof(float));
    }
#pragma unroll
    for (int c = turn; c < CHANNELS; c += T::TURNS)
#pragma unroll
      for (int i = 0; i < FOURS_A_THREAD; i++)
        if (to[i] >= 0)
          __pipeline_memcpy_async(&chunk[to[i] + c * channel],
                                  &in[from[i] < 0 ? 0 : from[i] + (first + c) * pixels], sizeof(float4),
                                  from[i] < 0 ? sizeof(float4) : 0);
  }
};

// What the taps of a row need for the lane's pixels.
template <int NEAR>
static __device__ void read_near(float (&to)[SUMS_N / 4][NEAR], const float *const (&from)[SUMS_N / 4]) {
#pragma unroll
  for (int j = 0; j < SUMS_N / 4; j++) {
    const float *p = from[j];
    if (NEAR > 4) to[j][0] = *p++;
    float4 v = *(const float4 *)p;
    to[j][NEAR / 6] = v.x, to[j][NEAR / 6 + 1] = v.y, to[j][NEAR / 6 + 2] = v.z, to[j][NEAR / 6 + 3] = v.w;
    if (NEAR > 4) to[j][NEAR - 1] = p[4];
  }
}

// As many blocks as multiprocessors; each goes on to further tiles, whose first chunk is copied while the last one of the tile before is
// multiplied. Tiles of the same pixels are neighbours.
template <int RADIUS>
__global__ void __launch_bounds__(BLOCK, 1)
    dnn_8_fast_kernel(const float *in, const float *filter, layer l, conv_rows r, float *out) {
  typedef conv<RADIUS> T;
  extern __shared__ __align__(16) float conv_memory[];
  float *now = conv_memory, *next = now + r.chunk;
  int channels = (int)l.channels, down = ((int)l.filters + FILTER_TILE - 1) / FILTER_TILE;
  int tiles = ((int)l.columns + PIXEL_TILE - 1) / PIXEL_TILE * down;
  fast_place<PIXEL_TILE> at;
  conv_copies<RADIUS> copies(in, l, r);
  for (int i = threadIdx.x; i < 2 * r.chunk; i += BLOCK) now[i] = 0; // what lies left of rows stays 0
  copies.aim(filter, l, r, blockIdx.x % down * FILTER_TILE, blockIdx.x / down * PIXEL_TILE);
  __syncthreads();
  for (int turn = 0; turn < T::TURNS; turn++) copies.fetch(now, 0, turn);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    int filter0 = tile % down * FILTER_TILE, column0 = tile / down * PIXEL_TILE, base[SUMS_N / 4];
#pragma unroll
    for (int j = 0; j < SUMS_N / 4; j++) {
      int column = min(column0 + at.column + j * 4 * LANES_N, (int)l.columns - 4);
      int row = first_row<RADIUS>(l, column) - first_row<RADIUS>(l, column0);
      base[j] = T::FILTERS + row * r.pitch + column % (int)l.width + T::PAD - RADIUS;
    }
    float sum[SUMS_M][SUMS_N] = {}, x[2][SUMS_M], y[2][SUMS_N / 4][T::NEAR];
    const float *taps = &now[at.row], *near[SUMS_N / 4] = {&now[base[0]], &now[base[1]]};
    read_fours<LANES_M>(x[0], taps);
    read_near(y[0], near);
    for (int channel = 0; channel < channels; channel += CHANNELS) {
      int then = channel + CHANNELS, line = 0; // the chunk to copy, and ky
      bool more = then < channels || tile + (int)gridDim.x < tiles;
      if (then == channels && more) {
        int t = tile + gridDim.x;
        copies.aim(filter, l, r, t % down * FILTER_TILE, t / down * PIXEL_TILE);
        then = 0;
      }
#pragma unroll 1
      for (int turn = 0; turn < T::TURNS; turn++) {
        if (more) copies.fetch(next, then, turn);
          // Factors are read one tap ahead: behind a turn's last tap come those of the next turn, or chunk.
#pragma unroll
        for (int k = 0; k < 2 * T::SIDE; k++) {
          if (k % T::SIDE == T::SIDE - 1) {
            line = line == T::SIDE - 1 ? 0 : line + 1;
            int step = line ? r.pitch : r.channel - (T::SIDE - 1) * r.pitch;
            near[0] += step, near[1] += step;
          }
          if (k == 2 * T::SIDE - 1) {
            taps += 2 * T::SIDE * FILTER_PITCH;
            if (turn == T::TURNS - 1) {
              __pipeline_commit();
              __pipeline_wait_prior(0);
              __syncthreads();
              float *read = now;
              if (more) now = next, next = read;
              taps = &now[at.row], near[0] = &now[base[0]], near[1] = &now[base[1]];
            }
            read_fours<LANES_M>(x[0], taps);
            read_near(y[0], near);
          } else {
            read_fours<LANES_M>(x[(k + 1) % 2], taps + (k + 1) * FILTER_PITCH);
            if (k == T::SIDE - 1) read_near(y[1], near);
          }
          float right[SUMS_N];
#pragma unroll
          for (int j = 0; j < SUMS_N; j++) right[j] = y[k / T::SIDE][j / 4][j % 4 + k % T::SIDE];
          add_products(sum, x[k % 2], right);
        }
      }
    }
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
}

// Whether the device grants a block so much shared memory.
static bool is_granted(int bytes) {
  int device = 0, most = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  return bytes <= most;
}

// Returns false, and launches nothing, where the rows are too long for the block's threads, or two chunks for the device's shared
// memory.
template <int RADIUS> static bool conv_fast(const float *in, const float *filter, layer l, float *out) {
  conv_rows r = rows_of_block<RADIUS>(l);
  int bytes = 2 * r.chunk * (int)sizeof(float);
  auto *kernel = dnn_8_fast_kernel<RADIUS>;
  if (r.rows * l.width / 4 > MOST_FOURS || !is_granted(bytes)) return false;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  int device = 0, multiprocessors = 1,
      tiles = (int)(fast_tiles(l.columns, PIXEL_TILE) * fast_tiles(l.filters, FILTER_TILE));
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  kernel<<<(unsigned)(tiles < multiprocessors ? tiles : multiprocessors), BLOCK, bytes>>>(in, filter, l, r,
                                                                                          out);
  return true;
}

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

// The fast form, with product.cuh's lanes: a block has 64 filters and 256 pixels, a chunk eight channels. Of each channel the
// block needs its pixels, and as many before and behind as a tap reaches: a span of neighbours, wherever rows end. So each
// element is copied once, not once for each tap: tap (ky, kx) of a pixel is the element (ky - r) width + kx - r further on in the
// span. Whether that lies in the pixel's picture is a bit of a word that each lane keeps for each of its pixels; what does not,
// it takes for 0. The next chunk is copied without registers while this one is multiplied.
enum { FILTER_TILE = 64, PIXEL_TILE = 256, CHANNELS = 8, FILTER_PITCH = FILTER_TILE + 4 };
enum { MOST_HALO = 128, SPAN = PIXEL_TILE + 2 * MOST_HALO, SPAN_A_THREAD = SPAN / FAST_BLOCK };

template <int RADIUS> struct conv {
  static constexpr int SIDE = 2 * RADIUS + 1, PLACES = SIDE * SIDE, TAPS = CHANNELS * PLACES;
  struct chunk {
    float filters[TAPS][FILTER_PITCH], span[CHANNELS][SPAN];
  };
};

template <int RADIUS> struct conv_copies {
  typedef conv<RADIUS> T;
  const float *in, *filters;
  int from[SPAN_A_THREAD]; // the thread's elements of the span in the first channel; -1 where there is none
  int pixels, left, depth; // left: filters that exist
  int length;              // of the span

  __device__ conv_copies(const float *in, const float *filters, const layer &l, int64_t filter0,
                         int64_t column0, int halo)
      : in(in), filters(filters + filter0 * l.depth), pixels((int)l.pixels),
        left((int)min(l.filters - filter0, (int64_t)FILTER_TILE)), depth(l.depth),
        length(PIXEL_TILE + 2 * halo) {
#pragma unroll
    for (int i = 0; i < SPAN_A_THREAD; i++) {
      int64_t column = column0 - halo + threadIdx.x + i * FAST_BLOCK;
      bool there = column >= 0 && column < l.columns;
      from[i] = there ? (int)(column / l.pixels * l.channels * l.pixels + column % l.pixels) : -1;
    }
  }

  // A filter's taps of eight channels are neighbours in memory.
  __device__ void fetch(typename T::chunk *to, int channel) const {
#pragma unroll 4
    for (int i = threadIdx.x; i < FILTER_TILE * T::TAPS; i += FAST_BLOCK) {
      int f = i / T::TAPS, tap = i % T::TAPS;
      const float *p = f < left ? &filters[f * depth + channel * T::PLACES + tap] : filters;
      __pipeline_memcpy_async(&to->filters[tap][f], p, sizeof(float), f < left ? 0 : sizeof(float));
    }
#pragma unroll
    for (int i = 0; i < SPAN_A_THREAD; i++) {
      int at = threadIdx.x + i * FAST_BLOCK;
      if (at >= length) break;
      const float *p = from[i] < 0 ? in : &in[from[i] + channel * pixels];
#pragma unroll
      for (int c = 0; c < CHANNELS; c++, p += from[i] < 0 ? 0 : pixels)
        __pipeline_memcpy_async(&to->span[c][at], p, sizeof(float), from[i] < 0 ? sizeof(float) : 0);
    }
    __pipeline_commit();
  }
};

// Bit ky side + kx: tap (ky, kx) of this pixel lies in its picture.
template <int RADIUS> static __device__ unsigned taps_inside(const layer &l, int64_t column) {
  typedef conv<RADIUS> T;
  unsigned bits = 0;
  int y = (int)(column % l.pixels / l.width), x = (int)(column % l.width);
  for (int i = 0; i < T::PLACES; i++) {
    int row = y + i / T::SIDE - RADIUS, at = x + i % T::SIDE - RADIUS;
    bits |= (unsigned)(row >= 0 && row < l.height && at >= 0 && at < l.width) << i;
  }
  return bits;
}

// The lane's pixels of a tap; 0 for those that lie outside of its picture.
static __device__ void read_span(float (&to)[SUMS_N], const float *from, const unsigned (&inside)[SUMS_N],
                                 int place) {
#pragma unroll
  for (int j = 0; j < SUMS_N; j++) {
    float v = from[j / 4 * 4 * LANES_N + j % 4];
    to[j] = inside[j] >> place & 1 ? v : 0;
  }
}

template <int RADIUS>
__global__ void __launch_bounds__(FAST_BLOCK, 2)
    dnn_8_fast_kernel(const float *in, const float *filter, layer l, float *out) {
  typedef conv<RADIUS> T;
  extern __shared__ __align__(16) unsigned char conv_memory[];
  typename T::chunk *now = (typename T::chunk *)conv_memory, *next = now + 1;
  int64_t filter0 = (int64_t)blockIdx.y * FILTER_TILE, column0 = (int64_t)blockIdx.x * PIXEL_TILE;
  int width = (int)l.width, channels = (int)l.channels;
  fast_place<PIXEL_TILE> at;
  unsigned inside[SUMS_N];
#pragma unroll
  for (int j = 0; j < SUMS_N; j++)
    inside[j] = taps_inside<RADIUS>(l, column0 + at.column + j / 4 * 4 * LANES_N + j % 4);

  conv_copies<RADIUS> copies(in, filter, l, filter0, column0, RADIUS * width + RADIUS);
  copies.fetch(now, 0);
  __pipeline_wait_prior(0);
  __syncthreads();

  float sum[SUMS_M][SUMS_N] = {}, x[2][SUMS_M], y[2][SUMS_N];
  int place = 0,
      further = 0; // the tap whose factors are read, and its distance in the span from the first tap
  read_fours<LANES_M>(x[0], &now->filters[0][at.row]);
  read_span(y[0], &now->span[0][at.column], inside, 0);
  for (int channel = 0; channel < channels; channel += CHANNELS) {
    bool more = channel + CHANNELS < channels;
    if (more) copies.fetch(next, channel + CHANNELS);
    for (int i = 0; i < T::PLACES; i++) {
#pragma unroll
      for (int c = 0; c < CHANNELS; c++) {
        // Factors are read one turn ahead: behind the last channel come those of the next tap, or chunk.
        if (c == CHANNELS - 1) {
          place = i + 1, further = place / T::SIDE * width + place % T::SIDE;
          if (place == T::PLACES) {
            place = further = 0;
            __pipeline_wait_prior(0);
            __syncthreads();
            typename T::chunk *read = now;
            if (more) now = next, next = read;
          }
        }
        int ahead = (c + 1) % CHANNELS;
        read_fours<LANES_M>(x[(c + 1) % 2], &now->filters[ahead * T::PLACES + place][at.row]);
        read_span(y[(c + 1) % 2], &now->span[ahead][at.column + further], inside, place);
        add_products(sum, x[c % 2], y[c % 2]);
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

// Whether the device grants a block so much shared memory.
static bool is_granted(int bytes) {
  int device = 0, most = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  return bytes <= most;
}

// Returns false, and launches nothing, where the device's shared memory is too small for two chunks.
template <int RADIUS> static bool conv_fast(const float *in, const float *filter, layer l, float *out) {
  int bytes = 2 * sizeof(typename conv<RADIUS>::chunk);
  auto *kernel = dnn_8_fast_kernel<RADIUS>;
  if (!is_granted(bytes)) return false;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  dim3 grid(fast_tiles(l.columns, PIXEL_TILE), fast_tiles(l.filters, FILTER_TILE));
  kernel<<<grid, FAST_BLOCK, bytes>>>(in, filter, l, out);
  return true;
}

int dnn_8_conv_implicit_gemm(const float *in, int64_t pictures, int64_t channels, int64_t height,
                             int64_t width, const float *filter, int64_t filters, int radius, float *out) {
  int64_t pixels = height * width;
  layer l = {channels, height, width, filters, pixels, pictures * pixels, radius};
  l.depth = (int)channels * (2 * radius + 1) * (2 * radius + 1);
  if (l.columns == 0 || filters == 0) return 0;
  // Chunks have eight channels, spans an end, and four neighbouring pixels, a vector, must lie in one picture.
  bool whole = channels > 0 && channels % CHANNELS == 0 && pixels % 4 == 0 && is_aligned(out);
  bool small = radius <= 1 && radius * (width + 1) <= MOST_HALO && l.columns * channels <= INT_MAX;
  bool many = enough_tiles(filters, FILTER_TILE, l.columns, PIXEL_TILE);
  if (!whole || !small || !many ||
      !(radius == 1 ? conv_fast<1>(in, filter, l, out) : conv_fast<0>(in, filter, l, out)))
    dnn_8_conv_kernel<<<dim3(tiles_of(l.columns), tiles_of(filters)), BLOCK>>>(in, filter, l, out);
  return cudaGetLastError();
}

// Lab 03, the reference: convolutions and stencils, each one idea away from the one before.
//
// The ladder. Every step names the counter that shows it; the handout's table has the numbers of a whole run.
//
//   1 conv1d_naive      one thread an output: it loads 2r + 1 elements and as many taps.
//   2 constant_memory   the taps move to constant memory, one word for all lanes. Load requests halve.
//   3 conv1d_halo       a block's elements and r more on both sides in shared memory: each is loaded once,
//                       not 2r + 1 times. Bytes fall to the floor and 2r / 256.
//   4 conv2d_halo       the same in two dimensions; a thread computes 4 x 4 outputs from registers.
//   5 boundary_modes    what lies outside is decided where the tile is filled, and nowhere else.
//   6 separable         rows in shared memory, then columns in registers, while the block walks down the
//                       picture. 2 (2r + 1) multiplications instead of (2r + 1)^2, and bytes as in stage 4.
//   7 stencil_2d        a small fixed filter, many times: two buffers take turns.
//   8 stencil_3d        three planes in registers, the middle one in shared memory as well: each cell is
//                       loaded once, in a pass from the first plane to the last.
//   9 im2col_gemm       a convolution with many channels is a matrix product; unfold the input, then multiply.
#include "conv.h"
#include <cuda_runtime.h>

enum { WARP = 32, BLOCK = 256 };

static unsigned blocks_for(int64_t n, int64_t per_block) {
  return (unsigned)((n + per_block - 1) / per_block);
}

// ---- 1: naive ---------------------------------------------------------------------------------------------

// Neighbouring lanes load neighbouring elements, so the loads are coalesced; and yet every element is loaded
// 2 radius + 1 times, once by each output that needs it. filter[k] is one word for the whole warp: one
// sector.
__global__ void conv_1_kernel(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;

  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) {
    int64_t j = i - radius + k;
    if (j >= 0 && j < n) sum += filter[k] * in[j];
  }
  out[i] = sum;
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) conv_1_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}

// ---- 2: the filter in constant memory ---------------------------------------------------------------------

__constant__ float taps_1d[2 * CONV_MAX_RADIUS_1D + 1];

// Copies a filter from device memory into the constant array `to`.
template <typename T> static cudaError_t set_taps(const T &to, const float *from, int taps) {
  return cudaMemcpyToSymbolAsync(to, from, taps * sizeof(float), 0, cudaMemcpyDeviceToDevice, 0);
}

// Constant memory has a cache of its own that hands one word to all lanes at once, as long as they ask for
// the same one: taps_1d[k] depends on the loop alone. The load requests of the taps are gone.
__global__ void conv_2_kernel(const float *in, int64_t n, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;

  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) {
    int64_t j = i - radius + k;
    if (j >= 0 && j < n) sum += taps_1d[k] * in[j];
  }
  out[i] = sum;
}

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error == cudaSuccess && n > 0) conv_2_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}

// ---- 3: a tile and its halo -------------------------------------------------------------------------------

// The block's 256 outputs need 256 + 2 radius elements: the tile and, on both sides, a halo. The threads load
// them together, each element once; what lies outside of the input becomes a 0 in shared memory, so that the
// loop over the taps needs no test. s[t + k]: 32 lanes, 32 banks.
__global__ void conv_3_kernel(const float *in, int64_t n, int radius, float *out) {
  __shared__ float s[BLOCK + 2 * CONV_MAX_RADIUS_1D];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * BLOCK, i = first + t;

  for (int j = t; j < BLOCK + 2 * radius; j += BLOCK) {
    int64_t from = first - radius + j;
    s[j] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();

  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) sum += taps_1d[k] * s[t + k];
  if (i < n) out[i] = sum;
}

int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error == cudaSuccess && n > 0) conv_3_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}

// ---- 4 and 5: two dimensions, and what lies outside -------------------------------------------------------

// From here on a thread works on four neighbouring pixels, a vector: 16 bytes a load. A row of vectors begins
// at an aligned address only where the width is a multiple of 4; elsewhere the four are loaded and stored one
// by one.

// The place in 0 .. n - 1 whose pixel stands at place i, which may lie outside; -1 stands for a 0. A mirror
// repeats after 2 (n - 1) places: there and back, without the two edge pixels counted twice.
static __device__ int place(int i, int n, int mode) {
  if (i >= 0 && i < n) return i;
  if (mode == CONV_CLAMP) return i < 0 ? 0 : n - 1;
  if (mode == CONV_WRAP) return (i % n + n) % n;
  if (mode == CONV_ZERO) return -1;
  if (n == 1) return 0;
  int period = 2 * (n - 1), m = (i % period + period) % period;
  return m < n ? m : period - m;
}

// The pixel at place x of a row; row -1 is a row of zeros.
static __device__ float pixel(const float *in, int width, int row, int x, int mode) {
  int column = place(x, width, mode);
  return row < 0 || column < 0 ? 0 : in[(int64_t)row * width + column];
}

// The four pixels from (x, y) on, x a multiple of 4.
static __device__ float4 load4(const float *in, int width, int height, int x, int y, int mode) {
  int row = place(y, height, mode);
  if (row >= 0 && x >= 0 && x < width && width % 4 == 0)
    return *(const float4 *)(in + (int64_t)row * width + x);
  return make_float4(pixel(in, width, row, x, mode), pixel(in, width, row, x + 1, mode),
                     pixel(in, width, row, x + 2, mode), pixel(in, width, row, x + 3, mode));
}

// Stores those of the four that lie in the picture.
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

// 32 x 8 threads, 128 x 32 outputs: a warp has 128 pixels of four rows, a lane 4 x 4. The tile has `radius`
// more rows above and below and `SIDES` more vectors left and right. Each of its rows is read once into
// registers, a window of four pixels and what the taps reach beside them, and added to all outputs of the
// lane that need it: five 16-byte loads from shared memory serve up to 4 x 4 x 15 multiplications. The radius
// is a template's parameter, so that the window has a fixed size and the loops are unrolled.
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
    for (int j = 0; j < ROWS; j++) { // for output row j this is row ky of the filter
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

// The same kernel serves every mode: its loop over the taps never looks outside of the tile.
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

// ---- 6: separable -----------------------------------------------------------------------------------------

// A block walks down a strip of the picture, a batch of rows at a time. The batch's rows go to shared memory,
// where the rows' pass finds its neighbours. A filtered row is part of the 2 radius + 1 rows of the result
// around it: a thread adds it, each time with another tap of the column, to its sums of all of them. These
// stay in registers, so the columns' pass needs no shared memory. Then the first sum is complete and is
// stored, and the others move up: each multiply-add writes to the place before the one it has read, so that
// the move costs nothing. Nothing in between goes to global memory: 8 bytes a pixel and the strips' edges,
// half of what two passes need. The rows of the next batch are under way while this one is computed; two
// buffers take turns, so that one barrier a batch is enough.
//
// A strip also reads radius rows of the one above and radius of the one below. Where the radius is large, tall
// strips keep that share small. Where it is small, short strips are faster: blocks that run at the same time
// are close together in the picture and find the rows they share in L2.
template <int RADIUS> struct strip {
  static const int THREADS = 128, BATCH = RADIUS <= 4 ? 10 : 8;
  static const int ROWS = BATCH * (RADIUS <= 4 ? 3 : 32) - 2 * RADIUS; // stored; it reads whole batches
  static const int SIDES = (RADIUS + 3) / 4,
                   COLUMNS = 4 * (THREADS - 2 * SIDES); // vectors beside; pixels stored
};

__constant__ float taps_both[2 * SIDE]; // of the row, then of the column

// Loads the four pixels from x on of the rows y to y + N - 1. Outside of the picture, and from row `end` on,
// there are zeros. Where whole vectors can be loaded, no load waits behind a branch: all N are under way
// before the first is needed.
template <int N>
static __device__ void load_rows(float4 (&to)[N], const float *in, int width, int end, int x, int y) {
  if (width % 4 == 0) {
    int64_t from = (int64_t)y * width + x;
    bool inside = x >= 0 && x < width;
#pragma unroll
    for (int i = 0; i < N; i++) {
      to[i] = make_float4(0, 0, 0, 0);
      if (inside && y + i >= 0 && y + i < end) to[i] = *(const float4 *)(in + (from + (int64_t)i * width));
    }
  } else {
#pragma unroll
    for (int i = 0; i < N; i++) to[i] = load4(in, width, end, x, y + i, CONV_ZERO);
  }
}

// Three blocks a multiprocessor: up to 168 registers a thread.
template <int RADIUS>
__global__ void __launch_bounds__(strip<RADIUS>::THREADS, 3)
    conv_6_kernel(const float *__restrict__ in, int width, int height, float *__restrict__ out) {
  typedef strip<RADIUS> S;
  const int TAPS = 2 * RADIUS + 1, BATCH = S::BATCH, SIDES = S::SIDES;
  __shared__ float4 s[2][BATCH][S::THREADS];
  int t = threadIdx.x, x = (int)blockIdx.x * S::COLUMNS + 4 * (t - SIDES);
  int first = blockIdx.y * S::ROWS, end = min(first + S::ROWS, height), read_end = min(end + RADIUS, height);
  bool has_output = t >= SIDES && t < S::THREADS - SIDES && x < width;

  float4 sums[TAPS] = {}, next[BATCH]; // sums[k]: of the row k rows on, as far as it has been read
  load_rows(next, in, width, read_end, x, first - RADIUS);

  for (int y = first - 2 * RADIUS, turn = 0; y < end; y += BATCH, turn = 1 - turn) {
#pragma unroll
    for (int i = 0; i < BATCH; i++) s[turn][i][t] = next[i];
    __syncthreads();
    load_rows(next, in, width, read_end, x, y + BATCH + RADIUS);
    if (!has_output) continue;

#pragma unroll
    for (int i = 0; i < BATCH; i++) {
      float window[4 * (1 + 2 * SIDES)];
#pragma unroll
      for (int j = 0; j <= 2 * SIDES; j++) set4(window + 4 * j, s[turn][i][t - SIDES + j]);
      float4 row = {0, 0, 0, 0};
#pragma unroll
      for (int k = 0; k < TAPS; k++) {
        const float *w = window + 4 * SIDES - RADIUS + k;
        add_times(row, taps_both[k], w[0], w[1], w[2], w[3]);
      }

      float4 complete = sums[0];
      add_times(complete, taps_both[2 * TAPS - 1], row.x, row.y, row.z, row.w);
#pragma unroll
      for (int k = 1; k < TAPS; k++) {
        sums[k - 1] = sums[k];
        add_times(sums[k - 1], taps_both[2 * TAPS - 1 - k], row.x, row.y, row.z, row.w);
      }
      if (y + i >= first && y + i < end) store4(out, width, height, x, y + i, complete);
    }
  }
}

template <int RADIUS> static int conv_6(const float *in, int width, int height, float *out) {
  typedef strip<RADIUS> S;
  dim3 grid(blocks_for(width, S::COLUMNS), blocks_for(height, S::ROWS));
  conv_6_kernel<RADIUS><<<grid, S::THREADS>>>(in, width, height, out);
  return cudaGetLastError();
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *,
                     float *out) {
  static int (*const with_radius[])(const float *, int, int, float *) = {
      conv_6<0>, conv_6<1>, conv_6<2>, conv_6<3>, conv_6<4>, conv_6<5>, conv_6<6>, conv_6<7>};
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  return error ? error : with_radius[radius](in, width, height, out);
}

// ---- 7: a stencil in time ---------------------------------------------------------------------------------

// One step: a tile of 32 x 64 cells and the cells around it, 34 x 66 in shared memory; they are counted
// through from 0 to 34 x 66 - 1, so that every thread has nine loads under way before it needs the first.
// Periodic edges are a matter of where the halo is loaded from, as in stage 5.
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

// A step may not write where another block still reads: each writes the other of two buffers. Counted
// backwards from the last step, which writes out; so no copy is needed at the end, and the first step reads
// in itself.
int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, CELLS_X), blocks_for(height, CELLS_Y));
  if (width == 0 || height == 0) return 0;
  if (steps == 0)
    return cudaMemcpyAsync(out, in, (size_t)width * height * sizeof *out, cudaMemcpyDeviceToDevice, 0);
  for (int left = steps; left > 0; left--) {
    float *to = left % 2 ? out : scratch;
    conv_7_kernel<<<grid, BLOCK>>>(in, width, height, k, edges, to);
    in = to;
  }
  return cudaGetLastError();
}

// ---- 8: three dimensions ----------------------------------------------------------------------------------

// 32 x 8 threads have 128 x 8 columns of cells, four a thread, and walk through DEPTH planes. Above and below
// are values the thread had or will have itself: three planes in registers. Only the neighbours in the plane
// belong to other threads: the middle plane goes to shared memory, with a halo of one. All loads of the next
// plane, the halo's too, are under way while this one is computed. Two buffers take turns, so that one
// barrier a plane is enough.
//
// 512^3 cells are 256 tiles; 86 planes make 1536 blocks of them. With six blocks on each of an H200's 132 SMs
// (the launch bounds see to the registers) that is two rounds, the second almost full; 64 planes would be two
// and a half.
enum { DEPTH = 86 };

static __device__ float stepped(float c, float k, float left, float right, float4 v) {
  return c + k * ((left + right) + (v.x + v.y) + (v.z + v.w) - 6 * c);
}

__global__ void __launch_bounds__(BLOCK, 6)
    conv_8_kernel(const float *__restrict__ in, int nx, int ny, int nz, float k, float *__restrict__ out) {
  __shared__ float4 s[2][WARPS + 2][WARP + 2];
  int lane = threadIdx.x, warp = threadIdx.y;
  int x = 4 * (blockIdx.x * WARP + lane), y = blockIdx.y * WARPS + warp, z0 = blockIdx.z * DEPTH;
  int64_t plane = (int64_t)nx * ny;
  const float *p = in + z0 * plane;
  const float4 zero = {0, 0, 0, 0};

  // The first and the last warp also load the row beside the tile, the first and the last lane the cell
  // beside it.
  bool has_row = warp == 0 || warp == WARPS - 1, has_cell = lane == 0 || lane == WARP - 1;
  int row_y = warp == 0 ? y - 1 : y + 1, cell_x = lane == 0 ? x - 1 : x + 4, cell_y = y < ny ? y : -1;

  float4 below = z0 > 0 ? load4(p - plane, nx, ny, x, y, CONV_ZERO) : zero, above;
  float4 here = load4(p, nx, ny, x, y, CONV_ZERO);
  float4 row = has_row ? load4(p, nx, ny, x, row_y, CONV_ZERO) : zero;
  float cell = has_cell ? pixel(p, nx, cell_y, cell_x, CONV_ZERO) : 0;
  for (int z = z0; z < z0 + DEPTH && z < nz; z++) {
    float4(*q)[WARP + 2] = s[z % 2];
    q[warp + 1][lane + 1] = here;
    if (warp == 0) q[0][lane + 1] = row;
    if (warp == WARPS - 1) q[WARPS + 1][lane + 1] = row;
    if (lane == 0) q[warp + 1][0].w = cell;
    if (lane == WARP - 1) q[warp + 1][WARP + 1].x = cell;

    p += plane;
    bool more = z + 1 < nz;
    above = more ? load4(p, nx, ny, x, y, CONV_ZERO) : zero;
    if (more && has_row) row = load4(p, nx, ny, x, row_y, CONV_ZERO);
    if (more && has_cell) cell = pixel(p, nx, cell_y, cell_x, CONV_ZERO);
    __syncthreads();

    float4 up = q[warp][lane + 1], down = q[warp + 2][lane + 1], next = here;
    float left = q[warp + 1][lane].w, right = q[warp + 1][lane + 2].x;
    if (y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
      if (x > 0 && x < nx - 1)
        next.x = stepped(here.x, k, left, here.y, make_float4(up.x, down.x, below.x, above.x));
      if (x + 1 < nx - 1)
        next.y = stepped(here.y, k, here.x, here.z, make_float4(up.y, down.y, below.y, above.y));
      if (x + 2 < nx - 1)
        next.z = stepped(here.z, k, here.y, here.w, make_float4(up.z, down.z, below.z, above.z));
      if (x + 3 < nx - 1)
        next.w = stepped(here.w, k, here.z, right, make_float4(up.w, down.w, below.w, above.w));
    }
    store4(out + z * plane, nx, ny, x, y, next);
    below = here;
    here = above;
  }
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  dim3 grid(blocks_for(nx, TILE_X), blocks_for(ny, WARPS), blocks_for(nz, DEPTH)), block(WARP, WARPS);
  if (nx > 0 && ny > 0 && nz > 0) conv_8_kernel<<<grid, block>>>(in, nx, ny, nz, k, out);
  return cudaGetLastError();
}

// ---- 9: as a matrix product -------------------------------------------------------------------------------

// Unfold: a matrix with a row for each tap (channel, ky, kx) and a column for each output pixel (picture, y,
// x). One block row writes one matrix row: 32 lanes, 32 neighbouring pixels.
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

// Multiply: filters (f rows of `depth` taps) times the unfolded matrix (depth rows of `columns` pixels), in
// tiles of 32 x 32 as in lab 02; a thread has four filters of one pixel.
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

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  if (depth > 0)
    conv_9_unfold<<<dim3(blocks_for(columns, BLOCK), depth), BLOCK>>>(in, n, c, h, w, radius, scratch);
  conv_9_multiply<<<dim3(blocks_for(columns, WARP), blocks_for(f, WARP)), dim3(WARP, WARPS)>>>(
      filter, scratch, f, depth, columns, pixels, out);
  return cudaGetLastError();
}

// Lab 03: convolutions and stencils, each task one idea away from the one before. README.md is the handout.
//
// Do the tasks in order. In each task write the gap, remove the line `return PMPP_TODO;`, and run
//     build/bin/lab03 --task 1_conv1d_naive
// Everything outside the gaps is given. You may change it, and you may add kernels of your own. conv.h is the
// functions' contract.
#include "conv.h"
#include <cuda_runtime.h>

// Tasks 1 to 3 and the unfolding of task 9 have blocks of 256 threads. The other kernels have blocks of 32 x
// 8 threads, and a warp is a row of such a block.
enum { BLOCK = 256, TILE = 32, WARPS = BLOCK / TILE };

// The number of blocks (or tiles) for n elements.
static unsigned blocks_for(int64_t n, int64_t per_block) {
  return (unsigned)((n + per_block - 1) / per_block);
}

// ---- 1: naive ---------------------------------------------------------------------------------------------

// One thread computes one output. Use int64_t for indices: n may exceed 2^31.
__global__ void conv_1_kernel(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

  // TODO (about 7 lines).
  // Threads with i >= n do nothing. Each other thread adds up filter[k] * in[i - radius + k] over k = 0 .. 2
  // radius, in a register. It leaves out the elements before 0 and from n on. Then it stores the sum in
  // out[i].
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (n > 0) conv_1_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}

// ---- 2: the filter in constant memory ---------------------------------------------------------------------

__constant__ float taps_1d[2 * CONV_MAX_RADIUS_1D + 1];

// Given. Copies `taps` taps from device memory into the constant array `to`.
template <typename T> static cudaError_t set_taps(const T &to, const float *from, int taps) {
  return cudaMemcpyToSymbolAsync(to, from, taps * sizeof(float), 0, cudaMemcpyDeviceToDevice, 0);
}

__global__ void conv_2_kernel(const float *in, int64_t n, int radius, float *out) {
  // TODO (about 8 lines).
  // Write task 1's kernel with taps_1d[k]. At each moment all lanes must request the same tap.
}

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error == cudaSuccess && n > 0) conv_2_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}

// ---- 3: a tile and its halo -------------------------------------------------------------------------------

__global__ void conv_3_kernel(const float *in, int64_t n, int radius, float *out) {
  __shared__ float s[BLOCK + 2 * CONV_MAX_RADIUS_1D];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * BLOCK; // the block's first output

  // TODO (about 9 lines).
  // - Load: s[j] becomes element first - radius + j for all j from 0 to BLOCK + 2 radius - 1, or 0 where this
  //   element does not exist. Some threads load more than one word: thread t loads the words j = t,
  //   t + BLOCK, ...
  // - Barrier: all 256 threads must reach it, also threads without an output.
  // - Add up taps_1d[k] * s[...] over k. Output first + t needs the neighbour that lies k - radius places
  //   from it. Which word of s is this neighbour?
  // - Store the sum, if the output exists.
}

int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error == cudaSuccess && n > 0) conv_3_kernel<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}

// ---- 4: two dimensions ------------------------------------------------------------------------------------

enum { SIDE = 2 * CONV_MAX_RADIUS + 1, HALO_TILE = TILE + 2 * CONV_MAX_RADIUS };

// The rows of the filter, one behind the other without gaps: tap (ky, kx) is taps_2d[ky * taps + kx].
__constant__ float taps_2d[SIDE * SIDE];

// A block computes 32 x 32 outputs with 32 x 8 threads. Thread (x, y) computes the outputs of rows y, y + 8,
// y + 16 and y + 24.
__global__ void conv_4_kernel(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[HALO_TILE][HALO_TILE];
  int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE; // the block's first output

  // TODO (about 20 lines).
  // - Fill the first TILE + 2 radius rows and columns of s. s[row][column] is pixel (x0 - radius + column,
  //   y0 - radius + row), or 0 outside the picture. A warp loads one row at a time, and its lanes load
  //   neighbouring columns.
  // - Barrier.
  // - Compute the sum over ky and kx for each of the thread's four outputs. Store it if the output lies in
  //   the picture.
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(blocks_for(width, TILE), blocks_for(height, TILE)), block(TILE, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) conv_4_kernel<<<grid, block>>>(in, width, height, radius, out);
  return error ? error : cudaGetLastError();
}

// ---- 5: what lies outside ---------------------------------------------------------------------------------

// Returns the index in 0 .. n - 1 whose pixel stands at place i, or -1 for a 0. Place i may lie any distance
// outside.
static __device__ int place(int i, int n, int mode) {
  // TODO (about 9 lines).
  // conv.h shows each mode. i may lie more than n places outside, and % of a negative number is negative.
  // What does a mirror make of n = 1?
  return i;
}

__global__ void conv_5_kernel(const float *in, int width, int height, int radius, int mode, float *out) {
  __shared__ float s[HALO_TILE][HALO_TILE];
  int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;

  // TODO (about 20 lines).
  // Write task 4's kernel. While it fills s, place() returns the row and the column of each pixel.
}

int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(blocks_for(width, TILE), blocks_for(height, TILE)), block(TILE, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) conv_5_kernel<<<grid, block>>>(in, width, height, radius, mode, out);
  return error ? error : cudaGetLastError();
}

// ---- 6: separable -----------------------------------------------------------------------------------------

__constant__ float taps_both[2 * SIDE]; // 2 radius + 1 taps of the row, then as many of the column

// out[y][x] becomes the sum over k of taps_both[k] in[y][x - radius + k].
__global__ void conv_6_rows(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[TILE][HALO_TILE];

  // TODO (about 16 lines).
  // Write this kernel like task 4's, but with a halo on the left and on the right only.
}

// out[y][x] becomes the sum over k of taps_both[2 radius + 1 + k] in[y - radius + k][x].
__global__ void conv_6_columns(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[HALO_TILE][TILE];

  // TODO (about 16 lines).
  // Here the halo lies above and below only. Neighbouring lanes still compute neighbouring columns.
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  return PMPP_TODO; // remove this line once both kernels are written
  dim3 grid(blocks_for(width, TILE), blocks_for(height, TILE)), block(TILE, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  if (error == cudaSuccess) conv_6_rows<<<grid, block>>>(in, width, height, radius, scratch);
  if (error == cudaSuccess) conv_6_columns<<<grid, block>>>(scratch, width, height, radius, out);
  return error ? error : cudaGetLastError();
}

// ---- 7: a stencil in time ---------------------------------------------------------------------------------

// Makes one step, from in to out.
__global__ void conv_7_kernel(const float *in, int width, int height, float k, int edges, float *out) {
  __shared__ float s[TILE + 2][TILE + 2];
  int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;

  // TODO (about 20 lines).
  // - Fill s with the tile and one cell around it. With CONV_PERIODIC, a cell outside is the cell at the
  //   other end of the row or column. With CONV_FIXED the kernel never needs it. No mode needs the corners of
  //   s.
  // - Barrier.
  // - Compute each of the thread's four cells c. With CONV_FIXED, a cell of the grid's first or last row or
  //   column keeps its value. Every other cell becomes c + k (left + right + up + down - 4 c).
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  return PMPP_TODO; // remove this line once the kernel and the loop are written
  dim3 grid(blocks_for(width, TILE), blocks_for(height, TILE)), block(TILE, WARPS);
  if (width == 0 || height == 0) return 0;
  if (steps == 0)
    return cudaMemcpyAsync(out, in, (size_t)width * height * sizeof *out, cudaMemcpyDeviceToDevice, 0);

  // TODO (about 5 lines).
  // Launch conv_7_kernel once for each step. The first step reads in, the last step writes out, and between
  // them out and scratch alternate. in must not change. If the number of steps is even, which of the two does
  // the first step write?
  return cudaGetLastError();
}

// ---- 8: three dimensions ----------------------------------------------------------------------------------

enum { DEPTH = 64 }; // the number of planes that a block walks through

// A block has 32 x 8 columns of cells, one a thread. It walks through planes z0 .. z0 + DEPTH - 1, as far as
// they exist.
__global__ void conv_8_kernel(const float *in, int nx, int ny, int nz, float k, float *out) {
  __shared__ float s[WARPS + 2][TILE + 2]; // a plane's tile and one cell around it
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y, z0 = blockIdx.z * DEPTH;
  int64_t plane = (int64_t)nx * ny;

  // TODO (about 25 lines).
  // Keep three registers: below (the cell of plane z - 1), here (z) and above (z + 1). Load below and here
  // once, before the loop. In each plane:
  // - Load above, and store here in s. The outer threads also load the cells beside the tile into s. Then put
  //   a barrier.
  // - Take left, right, up and down from s. Store c + k (sum of the six - 6 c), or c itself on an outer face.
  // - Put a second barrier: no thread may overwrite s while another thread still reads it. Then here becomes
  //   below, and above becomes here.
  // You need not load cells that do not exist. But all threads must reach the barriers, also threads outside
  // the box.
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  return PMPP_TODO; // remove this line once the kernel is written
  dim3 grid(blocks_for(nx, TILE), blocks_for(ny, WARPS), blocks_for(nz, DEPTH)), block(TILE, WARPS);
  if (nx > 0 && ny > 0 && nz > 0) conv_8_kernel<<<grid, block>>>(in, nx, ny, nz, k, out);
  return cudaGetLastError();
}

// ---- 9: as a matrix product -------------------------------------------------------------------------------

// matrix has a row for each tap (channel, ky, kx), in the order of a filter. It has a column for each output
// pixel (picture, y, x), in the order of a picture. Each element is the pixel that this tap multiplies for
// this output, or 0 outside the picture.
__global__ void conv_9_unfold(const float *in, int n, int c, int h, int w, int radius, float *matrix) {
  int row = blockIdx.y;
  int64_t columns = (int64_t)n * h * w, column = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

  // TODO (about 10 lines).
  // Divide row into channel, ky and kx, and column into picture, y and x. Store the pixel in
  //     matrix[row * columns + column]
}

// Multiplies filter (f rows of depth taps) by matrix (depth rows, `columns` columns), and stores the product
// as out[n][f][h][w].
__global__ void conv_9_multiply(const float *filter, const float *matrix, int f, int depth, int64_t columns,
                                int64_t pixels, float *out) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];

  // TODO (about 25 lines).
  // Write the tiled product of lab 02. A block computes 32 filters x 32 columns, 32 taps at a time. pixels is
  // h w, so column j belongs to picture j / pixels. Store its filter i in
  //     out[(j / pixels * f + i) * pixels + j % pixels]
}

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  return PMPP_TODO; // remove this line once both kernels are written
  int depth = c * (2 * radius + 1) * (2 * radius + 1);
  int64_t pixels = (int64_t)h * w, columns = n * pixels;
  if (columns == 0 || f == 0) return 0;
  if (depth > 0)
    conv_9_unfold<<<dim3(blocks_for(columns, BLOCK), depth), BLOCK>>>(in, n, c, h, w, radius, scratch);
  conv_9_multiply<<<dim3(blocks_for(columns, TILE), blocks_for(f, TILE)), dim3(TILE, WARPS)>>>(
      filter, scratch, f, depth, columns, pixels, out);
  return cudaGetLastError();
}

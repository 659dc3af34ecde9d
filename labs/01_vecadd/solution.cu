// Reference for lab 01: seven small kernels that differ only in how they ask memory for the same work.
//
//   1_five_steps    the host's part: allocate, copy, launch, copy back, free, and every error seen
//   2_boundary      one thread an element; the last block is larger than what is left
//   3_grid_stride   a grid of fixed size walks over any n
//   4_float4        16 bytes a thread and access: a quarter of the requests for the same sectors
//   5_rgb_to_gray   two-dimensional indices; neighbours in x are neighbours in memory
//   6_fused_relu    two operations in one pass: each byte crosses the bus once
//   7_soa           the layout decides: a field's values side by side, not a particle's fields
//
// None of them computes much. Nearly all of their time is spent waiting for global memory. So count requests
// (warp instructions), sectors (32-byte pieces) and bytes.
#include "vecadd.h"
#include <cuda_runtime.h>

// Hand a CUDA error back to the caller at once.
#define TRY(call)                                                                                            \
  do {                                                                                                       \
    cudaError_t error_ = (call);                                                                             \
    if (error_ != cudaSuccess) return error_;                                                                \
  } while (0)

static const int BLOCK = 256;

static int64_t divide_up(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// ---- 2: one thread an element -----------------------------------------------------------------------------

// All blocks have one size. So the grid is rounded up, and the last block has threads beyond n. They must do
// nothing. A warp's 32 threads touch 32 neighbouring floats, 128 bytes: 4 sectors a request, the minimum.
// The index is 64 bits wide: blockIdx.x * blockDim.x in 32 bits would overflow from n = 2^32 on.
__global__ void add_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0; // a grid of no blocks is a launch error
  add_2_boundary<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}

// ---- 1: the five steps ------------------------------------------------------------------------------------

// The device has its own memory. Steps 1 and 5 allocate and free it; the three steps between them do the work.
// The outer function allocates and frees, so that every path reaches the one place that frees.
static cudaError_t copy_add_copy(const float *a, const float *b, float *c, int64_t n, float *da, float *db,
                                 float *dc) {
  size_t bytes = n * sizeof(float);
  TRY(cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice)); // 2: inputs to the device
  TRY(cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice));
  add_2_boundary<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(da, db, dc, n); // 3: launch, which returns at once
  TRY(cudaGetLastError());
  return cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost); // 4: waits for the kernel, then copies
}

int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  size_t bytes = n * sizeof(float);
  float *da = NULL, *db = NULL, *dc = NULL;
  cudaError_t error = cudaMalloc(&da, bytes); // 1: three arrays on the device
  if (error == cudaSuccess) error = cudaMalloc(&db, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&dc, bytes);
  if (error == cudaSuccess) error = copy_add_copy(a, b, c, n, da, db, dc);
  cudaFree(da); // 5: freeing NULL is allowed and does nothing
  cudaFree(db);
  cudaFree(dc);
  return error;
}

// ---- 3: a grid of fixed size ------------------------------------------------------------------------------

// The grid no longer depends on n. Each thread starts at its own index and steps by the number of threads in
// the grid. So in every round neighbouring threads still touch neighbouring elements: fewer blocks and threads
// are launched, and sectors per load stay at 4. (If each thread had a run of neighbouring elements, a warp's 32
// addresses would lie far apart: 32 sectors a request.)
__global__ void add_3_grid_stride(const float *a, const float *b, float *c, int64_t n) {
  int64_t stride = (int64_t)gridDim.x * blockDim.x;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) c[i] = a[i] + b[i];
}

int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  if (n == 0) return 0;
  int64_t needed = divide_up(n, BLOCK);
  unsigned grid = (unsigned)(needed < blocks ? needed : blocks);
  add_3_grid_stride<<<grid, BLOCK>>>(a, b, c, n);
  return cudaGetLastError();
}

// ---- 4: 16 bytes a thread and access ----------------------------------------------------------------------

// One instruction loads a float4, four elements. Requests fall to a quarter, and a request now touches 16
// sectors. Sectors and bytes do not change. The gain: each instruction has four times the bytes in flight, and
// a fast memory needs many bytes in flight. A float4 access must be aligned to 16 bytes. So the first threads
// of the grid add single elements: those before the first 16-byte boundary (the head, 0 to 3) and those after
// the last whole float4 (the tail, 0 to 3).
__global__ void add_4_float4(const float *a, const float *b, float *c, int64_t n, int head) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  int64_t quads = (n - head) / 4;
  int64_t tail = head + 4 * quads; // the first element after the last float4
  if (i < quads) {
    float4 x = ((const float4 *)(a + head))[i], y = ((const float4 *)(b + head))[i];
    ((float4 *)(c + head))[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  if (i < head) c[i] = a[i] + b[i];
  if (tail + i < n) c[tail + i] = a[tail + i] + b[tail + i];
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  uintptr_t past = (uintptr_t)a % 16; // bytes past a 16-byte boundary
  if ((uintptr_t)b % 16 != past || (uintptr_t)c % 16 != past) return vecadd_2_boundary(a, b, c, n);
  if (n == 0) return 0;
  int64_t head = (16 - past) % 16 / sizeof(float);
  if (head > n) head = n;
  int64_t blocks = divide_up((n - head) / 4, BLOCK);
  if (blocks == 0) blocks = 1; // nothing but a head and a tail
  add_4_float4<<<(unsigned)blocks, BLOCK>>>(a, b, c, n, (int)head);
  return cudaGetLastError();
}

// ---- 5: two dimensions ------------------------------------------------------------------------------------

// x is the fast index of the image, because it runs along a row. It is the fast index of the block as well:
// threadIdx.x counts up first within a warp. 32 pixels of a row are 96 bytes, 3 or 4 sectors, and the loads of
// R, G and B touch the same sectors. With x and y exchanged, each lane is in another row: up to 32 sectors a
// request.
__global__ void gray_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return; // the grid is rounded up in both directions
  int64_t i = (int64_t)y * width + x;
  int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  gray[i] = (uint8_t)((77 * r + 150 * g + 29 * b + 128) / 256);
}

int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  if (width == 0 || height == 0) return 0;
  dim3 block(32, 8);
  dim3 grid((unsigned)divide_up(width, block.x), (unsigned)divide_up(height, block.y));
  gray_5_rgb_to_gray<<<grid, block>>>(rgb, gray, width, height);
  return cudaGetLastError();
}

// ---- 6: two operations, one pass --------------------------------------------------------------------------

// Two kernels would write x + 1 to memory and read it again: 12 bytes an element and 4 for each negative
// value, two launches. In the fused kernel the intermediate value never leaves a register: 8 bytes an element,
// one launch. Every comparison with NaN is false, so this one lets NaN pass; fmaxf(t, 0) would make it 0.
__global__ void relu_6_fused(const float *x, float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float t = x[i] + 1.0f;
  y[i] = t < 0.0f ? 0.0f : t;
}

int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  if (n == 0) return 0;
  relu_6_fused<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(x, y, n);
  return cudaGetLastError();
}

// ---- 7: struct of arrays ----------------------------------------------------------------------------------

// In an array of structs, the same field of neighbouring particles lies 32 bytes apart: 32 sectors a request,
// and 4 bytes of each are used. In a struct of arrays the same values are 128 bytes in a row: 4 sectors.
__global__ void energy_7_soa(struct particles p, float *energy, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float vx = p.vx[i], vy = p.vy[i], vz = p.vz[i];
  energy[i] = 0.5f * p.mass[i] * (vx * vx + vy * vy + vz * vz);
}

int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n) {
  (void)structs;
  if (n == 0) return 0;
  energy_7_soa<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(arrays, energy, n);
  return cudaGetLastError();
}

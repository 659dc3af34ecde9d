// Lab 01, vector addition: your file. Work from the top. The handout (README.md) explains each task.
//
// Grade all of it, or one task at a time:
//     ctest --test-dir build -L lab01
//     build/bin/lab01 --task 1_five_steps
// A task that still returns PMPP_TODO is reported as "todo". You may add functions and kernels of your own.
#include "vecadd.h"
#include <cuda_runtime.h>

// ---- 1: the five steps (about 15 lines) -------------------------------------------------------------------

// Given. Launch this kernel with one block, whose threads walk over the array together.
__global__ void add_1_one_block(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}

// a, b and c are HOST arrays of n floats.
int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  return PMPP_TODO; // remove this line when you begin

  if (n == 0) return 0;
  // Gap: write the five steps.
  // - Step 1: allocate three arrays of n floats on the device (cudaMalloc).
  // - Step 2: copy a and b to the device (cudaMemcpy with cudaMemcpyHostToDevice).
  // - Step 3: launch add_1_one_block<<<1, 256>>> on the device arrays. A launch returns nothing, so call
  //   cudaGetLastError() to learn whether it was accepted.
  // - Step 4: copy the result from the device to c (cudaMemcpyDeviceToHost). This copy waits for the kernel.
  // - Step 5: free the three arrays (cudaFree), also when an earlier step failed.
  // Every call returns a cudaError_t. Return the first one that is not cudaSuccess.
  return 0;
}

// ---- 2: one thread an element (about 4 lines) -------------------------------------------------------------

__global__ void add_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  // Gap: compute this thread's index over the whole grid. Add the two elements, but only if the index is
  // below n.
}

// From here on the pointers are device pointers. Only launch the kernel: do not copy or wait.
int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  return PMPP_TODO; // remove this line when you begin

  if (n == 0) return 0; // a grid of no blocks is a launch error
  int threads = 256;
  int64_t blocks = 1; // Gap: how many blocks of `threads` threads cover n elements?
  add_2_boundary<<<(unsigned)blocks, threads>>>(a, b, c, n);
  return cudaGetLastError();
}

// ---- 3: a grid of fixed size (about 6 lines) --------------------------------------------------------------

__global__ void add_3_grid_stride(const float *a, const float *b, float *c, int64_t n) {
  // Gap: write a loop. Where does a thread start? How far away is its next element, so that the lanes of a
  // warp always access neighbours?
}

// The grid has at most `blocks` blocks, however large n is.
int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: launch the kernel.
  return cudaGetLastError();
}

// ---- 4: 16-byte accesses (about 25 lines) -----------------------------------------------------------------

// The first `head` elements lie before a 16-byte boundary. From this boundary on the array consists of
// float4:
//     const float4 *a4 = (const float4 *)(a + head);    a4[k] holds elements head + 4 k to head + 4 k + 3
__global__ void add_4_float4(const float *a, const float *b, float *c, int64_t n, int head) {
  // Gap: thread k adds float4 number k. Load two float4, add them field by field (.x .y .z .w), and store
  // make_float4(...).
  // Gap: some threads add single elements. These are the elements of the head, and of the tail after the last
  // whole float4.
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  return PMPP_TODO; // remove this line when you begin

  // Gap: how many bytes past a 16-byte boundary do a, b and c lie ((uintptr_t)a % 16)? If the three numbers
  // differ, call vecadd_2_boundary instead. If they are equal, how long is the head? (It is never longer than
  // n.)
  // Gap: launch the kernel. If n is small, there may be a head or a tail and no float4 at all.
  return cudaGetLastError();
}

// ---- 5: two dimensions (about 10 lines) -------------------------------------------------------------------

__global__ void gray_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  // Gap: compute x and y from the two-dimensional indices, and check both against the image's size. Compute
  // the pixel's number in 64 bits. Then gray = (77 R + 150 G + 29 B + 128) / 256, in whole numbers.
}

int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  return PMPP_TODO; // remove this line when you begin

  if (width == 0 || height == 0) return 0;
  // Gap: declare dim3 block and dim3 grid, and launch the kernel.
  return cudaGetLastError();
}

// ---- 6: two operations in one pass (about 8 lines) --------------------------------------------------------

// These two kernels are right. Together they move 1.69 times the bytes that the task needs.
__global__ void add_one_6(const float *x, float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1.0f;
}

__global__ void relu_6(float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && y[i] < 0.0f) y[i] = 0.0f;
}

int vecadd_6_fused_relu(const float *x, float *y, int64_t n) {
  return PMPP_TODO; // remove this line when you begin

  if (n == 0) return 0;
  unsigned blocks = (unsigned)((n + 255) / 256);
  add_one_6<<<blocks, 256>>>(x, y, n); // Gap: replace both launches by one launch of your own kernel.
  relu_6<<<blocks, 256>>>(y, n);
  return cudaGetLastError();
}

// ---- 7: a struct of arrays (about 8 lines) ----------------------------------------------------------------

// This kernel is right, but it wastes seven eighths of the bytes that it loads.
__global__ void energy_7_structs(const struct particle *p, float *energy, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float vx = p[i].vx, vy = p[i].vy, vz = p[i].vz;
  energy[i] = 0.5f * p[i].mass * (vx * vx + vy * vy + vz * vz);
}

int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n) {
  return PMPP_TODO; // remove this line when you begin

  if (n == 0) return 0;
  unsigned blocks = (unsigned)((n + 255) / 256);
  energy_7_structs<<<blocks, 256>>>(structs, energy, n); // Gap: launch your own kernel that reads `arrays`.
  return cudaGetLastError();
}

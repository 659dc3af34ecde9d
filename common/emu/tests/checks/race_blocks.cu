// Blocks take a barrier or a fence of their own for one of the grid.
// expect: race-global kernel=turned at=@turn other=@half advice~"end the kernel between the two accesses" advice~"grid.sync()"
// expect: race-global kernel=smoothed at=@smooth other=@smooth advice~"write into another array than is read"
// expect: race-global kernel=shares at=@share other=@add advice~"read in a second kernel"
// expect: race-global kernel=numbered at=@clear other=@number advice~"write before the launch"
// fixed: What is advised: a second kernel, another array, a second kernel, a write before the launch.
// prints: 32513 7 0.25 4
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 256 };

__global__ void turned(const int *a, int *half, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  half[i] = a[i] / 2; // @half
#ifdef FIXED
}
__global__ void turned_second(int *half, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#else
  __syncthreads();
#endif
  out[i] = half[N - 1 - i]; // @turn
}

#ifdef FIXED
__global__ void smoothed(const int *in, int *a) {
#else
__global__ void smoothed(int *in, int *a) {
  a = in;
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 63) a[i] = in[i] + in[i + 1]; // @smooth
}

__global__ void shares(float *y, float *total) {
  if (threadIdx.x == 0) atomicAdd(total, 1.0f); // @add
#ifdef FIXED
}
__global__ void shares_second(float *y, const float *total) {
#else
  __threadfence();
#endif
  if (threadIdx.x == 0) y[blockIdx.x] = 1 / *total; // @share
}

__global__ void numbered(int *next, int *place) {
#ifndef FIXED
  if (blockIdx.x == 0 && threadIdx.x == 0) *next = 0; // @clear
#endif
  if (threadIdx.x == 0) place[blockIdx.x] = atomicAdd(next, 1); // @number
}

int main() {
  int h[N], r[N], *a, *b, *c;
  float *f, y[4];
  for (int i = 0; i < N; i++) h[i] = i * i + 1;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&c, sizeof h);
  cudaMalloc(&f, 5 * sizeof *f);
  cudaMemset(f, 0, 5 * sizeof *f);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(b, 1, sizeof h);
  turned<<<4, 64>>>(a, b, c);
#ifdef FIXED
  turned_second<<<4, 64>>>(b, c);
#endif
  cudaMemcpy(r, c, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d ", r[0]);
  cudaMemset(c, 0, sizeof h);
  smoothed<<<4, 64>>>(a, c);
  cudaMemcpy(r, c, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d ", r[1]);
  shares<<<4, 64>>>(f, f + 4);
#ifdef FIXED
  shares_second<<<4, 64>>>(f, f + 4);
#endif
  cudaMemcpy(y, f, sizeof y, cudaMemcpyDeviceToHost);
  printf("%g ", (double)y[3]);
#ifdef FIXED
  cudaMemset(b, 0, sizeof *b);
#endif
  numbered<<<4, 32>>>(b, c);
  cudaMemcpy(r, b, sizeof *r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(f);
}

// A grid that covers too little, a wrong index, a swapped grid: what nobody wrote is copied to the host.
// note: unwritten-copied at=@first what~"44 of the 300 elements (4-byte elements)" what~"the first is element 256" advice~"has the grid enough threads"
// note: unwritten-copied at=@second what~"150 of the 300 elements (8-byte elements)" what~"the first is element 1" advice~"every thread's index"
// note: unwritten-copied at=@third what~"12 of the 32 elements (4-byte elements)" what~"the first is element 260"
// fixed: What is advised: the grid is rounded up, each thread's index reaches its element.
// prints: 300 300 32
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 300, W = 8, H = 4 };

__global__ void ones(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}

__global__ void even(double *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
  i *= 2;
#endif
  if (i < n) a[i] = 1;
}

__global__ void picture(float *a, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < W && y < H) *((float *)((char *)a + y * pitch) + x) = 1;
}

int main() {
  static int h[N];
  static double g[N];
  float f[H][W];
  int *a, sum = 0;
  double *b, total = 0;
  float *c, all = 0;
  size_t pitch;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof g);
  cudaMallocPitch(&c, &pitch, W * sizeof(float), H);
#ifdef FIXED
  ones<<<(N + 255) / 256, 256>>>(a, N);
  picture<<<dim3(2, 2), dim3(4, 2)>>>(c, pitch);
#else
  ones<<<N / 256, 256>>>(a, N);
  picture<<<dim3(1, 1), dim3(4, 3)>>>(c, pitch);
  picture<<<dim3(2, 1), dim3(4, 2)>>>(c, pitch);
#endif
  even<<<2, 256>>>(b, N);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);                             // @first
  cudaMemcpy(g, b, sizeof g, cudaMemcpyDeviceToHost);                             // @second
  cudaMemcpy2D(f, sizeof f[0], c, pitch, sizeof f[0], H, cudaMemcpyDeviceToHost); // @third
  for (int i = 0; i < N; i++) sum += h[i], total += g[i];
  for (int i = 0; i < W * H; i++) all += f[i / W][i % W];
  printf("%d %g %g\n", sum, total, (double)all);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// A pitch is taken for a number of elements.
// expect: out-of-bounds kernel=twice at=@row advice~"row y begins at (T *)((char *)p + y * pitch)"
// fixed: What is advised.
// prints: 14
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(float *a, size_t pitch, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x >= w || y >= h) return;
#ifdef FIXED
  ((float *)((char *)a + y * pitch))[x] *= 2;
#else
  a[y * pitch + x] *= 2; // @row
#endif
}

int main() {
  const int W = 20, H = 8;
  float h[H][W], *a;
  size_t pitch;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) h[y][x] = y;
  cudaMallocPitch(&a, &pitch, W * sizeof(float), H);
  cudaMemset(a, 0, pitch * H);
  cudaMemcpy2D(a, pitch, h, sizeof h[0], sizeof h[0], H, cudaMemcpyHostToDevice);
  twice<<<H, 32>>>(a, pitch, W, H);
  cudaMemcpy2D(h, sizeof h[0], a, pitch, sizeof h[0], H, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[7][19]);
  cudaFree(a);
}

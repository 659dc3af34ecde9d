// The rows of a matrix are taken to be as long as its columns.
// expect: out-of-bounds kernel=fill at=@bad advice~"compare the index"
// fixed: The width.
// prints: 39
#include <cstdio>
__global__ void fill(int *m, int width, int height) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
#ifdef FIXED
  m[y * width + x] = y * width + x;
#else
  m[y * height + x] = y * width + x; // @bad
#endif
}
int main() {
  int *m, h[40];
  cudaMalloc(&m, sizeof h);
  fill<<<dim3(1, 2), dim3(8, 8)>>>(m, 4, 10);
  cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[39]);
  cudaFree(m);
}

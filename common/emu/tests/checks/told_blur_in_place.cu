// A blur writes where other blocks still read.
// expect: race-global kernel=blur at=@bad other=@bad advice~"write into another array than is read"
// fixed: Into another array.
// prints: 2
#include <cstdio>
__global__ void blur(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = (a[i - 1] + a[i + 1]) / 2; // @bad
}
int main() {
  int h[64], *a, *b;
  for (int i = 0; i < 64; i++) h[i] = i * i % 7;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef FIXED
  blur<<<64, 1>>>(a, b, 64);
#else
  blur<<<64, 1>>>(b, b, 64);
#endif
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[62]);
  cudaFree(a), cudaFree(b);
}

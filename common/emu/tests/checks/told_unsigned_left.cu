// An unsigned index goes below 0.
// expect: out-of-bounds kernel=smooth at=@bad advice~"an unsigned number below 0"
// fixed: It is compared before the subtraction.
// prints: 9
#include <cstdio>
__global__ void smooth(const int *a, int *b) {
  unsigned i = threadIdx.x;
#ifdef FIXED
  b[i] = i == 0 ? a[0] : (a[i] + a[i - 1]) / 2;
#else
  b[i] = (a[i] + a[i - 1]) / 2; // @bad
#endif
}
int main() {
  int *a, *b, h[20];
  for (int i = 0; i < 20; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  smooth<<<1, 20>>>(a, b);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[10]);
  cudaFree(a), cudaFree(b);
}

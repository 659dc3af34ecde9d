// Both members of an int2 at an address that is a multiple of 4 only: nvcc stores them together.
// expect: misaligned-access kernel=pair at=@x block=0,0,0 thread=0,0,0 what~"writes 8 bytes"
// fixed: A float4 whose first half alone is stored stands at a multiple of 8: the store is as wide, and no wider.
// prints: 3
#include <cstdio>

__global__ void pair(int *out, int a, int b) {
#ifdef FIXED
  int4 *p = (int4 *)(out + 2);
#else
  int2 *p = (int2 *)(out + 1);
#endif
  p->x = a; // @x
  p->y = b;
}

int main() {
  int *d, h[4];
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  pair<<<1, 1>>>(d, 1, 2);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[2] + h[3]);
  cudaFree(d);
  return 0;
}

// A plain copy into a cudaArray.
// expect: bad-copy at=@copy what~"the destination is a cudaArray" advice~"cudaMemcpy2DToArray(array, 0, 0, from, pitch"
// fixed: What is advised.
// prints: 63
#include <cstdio>

int main() {
  float h[64], back[64] = {-1};
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t a;
  cudaMallocArray(&a, &format, 8, 8);
#ifdef FIXED
  cudaMemcpy2DToArray(a, 0, 0, h, 8 * sizeof(float), 8 * sizeof(float), 8, cudaMemcpyHostToDevice);
#else
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); // @copy
#endif
  cudaMemcpy2DFromArray(back, 8 * sizeof(float), a, 0, 0, 8 * sizeof(float), 8, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)back[63]);
  cudaFreeArray(a);
}

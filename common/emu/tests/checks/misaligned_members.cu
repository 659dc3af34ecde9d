// Members of a float4 at a misaligned address: nvcc loads those of one expression together, in 8 or 16 bytes, and the device refuses.
// expect: misaligned-access kernel=add at=@add block=0,0,0 thread=0,0,0 what~"multiple of 8"
// fixed: One member by itself, and each in a branch of its own, are loads of 4 bytes: they may stand anywhere.
// prints: 10
#include <cstdio>

__global__ void add(const float *in, float *out, int n) {
  const float4 *v = (const float4 *)(in + 1);
#ifdef FIXED
  float sum = v->x;
  if (n > 1) sum += v->y;
  if (n > 2) sum += v->z;
  if (n > 3) sum += v->w;
#else
  float sum = v->x + v->y; // @add
#endif
  out[0] = sum;
}

__global__ void last(const int *in, float *out) {
  out[0] += ((const int2 *)(in + 1))->y;
}

__global__ void store(float *out) {
#ifdef FIXED
  ((float2 *)(out + 1))->x = 0;
#endif
}

int main() {
  float *d, h[5] = {0, 1, 2, 3, 4};
  int *k;
  cudaMalloc(&d, 5 * sizeof(float));
  cudaMalloc(&k, 4 * sizeof(int));
  cudaMemset(k, 0, 4 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(d, d, 4);
  last<<<1, 1>>>(k, d);
  store<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(d);
  cudaFree(k);
  return 0;
}

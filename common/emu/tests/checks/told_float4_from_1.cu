// Vectors of four begin with element 1.
// expect: misaligned-access kernel=four at=@bad advice~"a multiple of its size"
// fixed: They begin with element 4.
// prints: cudaSuccess
#include <cstdio>
__global__ void four(float *a) {
  reinterpret_cast<float4 *>(a)[threadIdx.x] = make_float4(1, 2, 3, 4); // @bad
}
int main() {
  float *a;
  cudaMalloc(&a, 256);
#ifdef FIXED
  four<<<1, 8>>>(a + 4);
#else
  four<<<1, 8>>>(a + 1);
#endif
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a);
}

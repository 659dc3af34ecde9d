// A result in a __device__ variable is fetched by cudaMemcpy.
// expect: bad-copy at=@bad advice~"cudaMemcpyFromSymbol(..., best"
// fixed: cudaMemcpyFromSymbol.
// prints: 31
#include <cstdio>
__device__ int best;
__global__ void find() {
  atomicMax(&best, (int)threadIdx.x);
}
int main() {
  int h = -1;
  find<<<1, 32>>>();
#ifdef FIXED
  cudaMemcpyFromSymbol(&h, best, sizeof h);
#else
  cudaMemcpy(&h, &best, sizeof h, cudaMemcpyDeviceToHost); // @bad
#endif
  printf("%d\n", h);
}

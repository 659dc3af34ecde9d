// A buffer that nobody has allocated.
// expect: host-pointer-in-kernel kernel=fill at=@store what~"through a null pointer" advice~"is the pointer's cudaMalloc missing"
// fixed: What is advised.
// prints: 31
#include <cstdio>

__global__ void fill(int *a) {
  a[threadIdx.x] = threadIdx.x; // @store
}

int main() {
  int *a = nullptr, h = -1;
#ifdef FIXED
  cudaMalloc(&a, 32 * sizeof(int));
#endif
  fill<<<1, 32>>>(a);
  if (cudaDeviceSynchronize() == cudaSuccess) cudaMemcpy(&h, a + 31, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(a);
}

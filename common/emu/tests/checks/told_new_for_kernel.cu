// A kernel gets what new has given.
// expect: host-pointer-in-kernel kernel=set at=@bad advice~"cudaMalloc a buffer"
// fixed: Managed memory.
// prints: 5
#include <cstdio>
__global__ void set(int *a) {
  a[threadIdx.x] = threadIdx.x; // @bad
}
int main() {
  int *a;
#ifdef FIXED
  cudaMallocManaged(&a, 8 * sizeof(int));
#else
  a = new int[8];
#endif
  a[5] = 5;
  set<<<1, 8>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", a[5]);
#ifdef FIXED
  cudaFree(a);
#else
  delete[] a;
#endif
}

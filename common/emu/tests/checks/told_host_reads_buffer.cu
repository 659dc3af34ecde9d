// Host code reads an element of a device buffer.
// expect: device-pointer-on-host at=@bad advice~"copy the data to the host"
// fixed: A copy.
// prints: 5
#include <cstdio>
__global__ void set(int *a) {
  *a = 5;
}
int main() {
  int *a, r = 0;
  cudaMalloc(&a, 4);
  set<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("%s", "");
#ifdef FIXED
  cudaMemcpy(&r, a, 4, cudaMemcpyDeviceToHost);
#else
  r = a[0]; // @bad
#endif
  printf("%d\n", r);
  cudaFree(a);
}

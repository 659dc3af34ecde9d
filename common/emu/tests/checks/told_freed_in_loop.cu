// A buffer is freed in every turn of a loop.
// expect: bad-free at=@bad advice~"exactly the pointer that cudaMalloc returned, once"
// fixed: After the loop.
// prints: 2
#include <cstdio>
__global__ void step(int *a) {
  *a += 1;
}
int main() {
  int *a, r = 0;
  cudaMalloc(&a, 4);
  cudaMemset(a, 0, 4);
  for (int i = 0; i < 2; i++) {
    step<<<1, 1>>>(a);
    if (i == 1) cudaMemcpy(&r, a, 4, cudaMemcpyDeviceToHost);
#ifndef FIXED
    if (i == 1) cudaFree(a);
#endif
  }
  cudaFree(a); // @bad
  printf("%d\n", r);
}

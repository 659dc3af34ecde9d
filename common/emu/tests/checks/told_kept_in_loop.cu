// A buffer is allocated in every turn, and freed once.
// expect: leak at=@bad advice~"every cudaMalloc needs a cudaFree"
// fixed: Freed in every turn.
// prints: 3
#include <cstdio>
__global__ void set(int *a) {
  *a = 3;
}
int main() {
  int *a, r = 0;
  for (int i = 0; i < 2; i++) {
    cudaMalloc(&a, 4); // @bad
    set<<<1, 1>>>(a);
    cudaMemcpy(&r, a, 4, cudaMemcpyDeviceToHost);
#ifdef FIXED
    cudaFree(a);
#endif
  }
#ifndef FIXED
  cudaFree(a);
#endif
  printf("%d\n", r);
}

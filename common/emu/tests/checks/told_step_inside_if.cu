// The step of a loop stands in its condition's branch.
// expect: deadlock kernel=positive at=@loop|@bad advice~"the loop's condition"
// fixed: It stands after the branch.
// prints: 2
#include <cstdio>
__global__ void positive(const int *a, int *count, int n) {
  int i = 0, c = 0;
  while (i < n) {   // @loop
    if (a[i] > 0) { // @bad
      c++;
#ifndef FIXED
      i++;
#endif
    }
#ifdef FIXED
    i++;
#endif
  }
  *count = c;
}
int main() {
  int h[4] = {3, -1, 0, 5}, *a, r = -1;
  cudaMalloc(&a, 32);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  positive<<<1, 1>>>(a, a + 4, 4);
  cudaMemcpy(&r, a + 4, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a);
}

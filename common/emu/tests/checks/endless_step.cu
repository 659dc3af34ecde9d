// A while loop without its i++.
// expect: deadlock kernel=fill at=@loop|@body block=0,0,0 thread=0,0,0 what~"no turn changes its condition" advice~"is a step missing (i++)"
// fixed: What is advised.
// prints: 4
#include <cstdio>

__global__ void fill(int *a, int n) {
  int i = 0;
  while (i < n) { // @loop
    a[i] = i;     // @body
#ifdef FIXED
    i++;
#endif
  }
}

int main() {
  int *d, h = -1;
  cudaMalloc(&d, 5 * sizeof(int));
  fill<<<1, 1>>>(d, 5);
  cudaMemcpy(&h, d + 4, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
}

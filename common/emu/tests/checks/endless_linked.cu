// A list's last node points to itself: its threads read it over and over.
// expect: deadlock kernel=length at=@loop block=0,0,0 thread=0,0,0 what~"reads element 3" what~"whose condition nothing changes"
// fixed: The last node says that it is the last.
// prints: 3
#include <cstdio>

__global__ void length(const int *next, int *steps) {
  int at = threadIdx.x, n = 0;
  while (next[at] != -1) at = next[at], n++; // @loop
  steps[threadIdx.x] = n;
}

int main() {
#ifdef FIXED
  int *d, h[4] = {1, 2, 3, -1}, s = -1;
#else
  int *d, h[4] = {1, 2, 3, 3}, s = -1;
#endif
  cudaMalloc(&d, 8 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  length<<<1, 4>>>(d, d + 4);
  cudaMemcpy(&s, d + 4, sizeof s, cudaMemcpyDeviceToHost);
  printf("%d\n", s);
  cudaFree(d);
}

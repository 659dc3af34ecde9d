// Host code divides by zero after a kernel has run out of bounds: both are told, and the status is a hazard's.
// exit: 86
// says: emu: out-of-bounds in kernel set
// says: emu: host code ends with a division of a whole number by zero
// says: crash_after_hazard.cu:20, in main
// says: emu: 1 hazard
#include <cstdio>

__global__ void set(int *p, int i) {
  p[i] = 1;
}

int main(int n, char **) {
  int *d, h[4];
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  set<<<1, 1>>>(d, 4);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  volatile int none = n - 1;
  h[0] = n / none;
  printf("%d\n", h[0]);
}

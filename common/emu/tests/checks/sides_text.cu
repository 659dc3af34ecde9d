// A kernel reads a text that the host has given it.
// expect: host-pointer-in-kernel kernel=first at=@read block=0,0,0 other=@launch what~"a text of host code" advice~"a text of host"
// fixed: The text is the kernel's own.
// prints: h
#include <cstdio>
#include <cuda_runtime.h>

__global__ void first(char *out, const char *text) {
#ifdef FIXED
  text = "hello of the kernel";
#endif
  out[0] = text[0]; // @read
}

int main() {
  char *d, h = 0;
  cudaMalloc(&d, 1);
  first<<<1, 1>>>(d, "hello of the host"); // @launch
  cudaMemcpy(&h, d, 1, cudaMemcpyDeviceToHost);
  printf("%c\n", h);
  cudaFree(d);
  return 0;
}

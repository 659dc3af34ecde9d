// The left neighbour of element 0 is read.
// expect: out-of-bounds kernel=left at=@read block=0,0,0 thread=0,0,0 what~"element -1" what~"begins with element 0"
// fixed: Element 0 has no left neighbour.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void left(const float *in, float *out) {
  int i = threadIdx.x;
#ifdef FIXED
  out[i] = i > 0 ? in[i - 1] : 0;
#else
  out[i] = in[i - 1]; // @read
#endif
}

int main() {
  float *d;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMemset(d, 0, 64 * sizeof(float));
  float *e;
  cudaMalloc(&e, 64 * sizeof(float));
  cudaMemset(e, 0, 64 * sizeof(float));
  left<<<1, 64>>>(e, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(e);
  cudaFree(d);
  return 0;
}

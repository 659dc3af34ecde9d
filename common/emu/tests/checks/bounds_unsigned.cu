// The left neighbour of element 0, by an unsigned index.
// expect: out-of-bounds kernel=left at=@read block=0,0,0 thread=0,0,0 what~"element -1" advice~"unsigned"
// fixed: Element 0 has no left neighbour.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void left(const int *in, int *out) {
  unsigned i = threadIdx.x;
#ifdef FIXED
  out[i] = i ? in[i - 1] : 0;
#else
  out[i] = in[i - 1]; // @read
#endif
}

int main() {
  int *first, *in, *out, h = -1;
  cudaMalloc(&first, 4096);
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 128);
  left<<<1, 32>>>(in, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(out);
  cudaFree(in);
  cudaFree(first);
  return 0;
}

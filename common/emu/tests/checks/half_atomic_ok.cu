// A histogram's bin counts in unsigned, converted once at the end.
#include <cstdio>
#include <cuda_bf16.h>

__global__ void count(unsigned *bin) {
  atomicAdd(bin, 1u);
}
__global__ void convert(const unsigned *bin, __nv_bfloat16 *out) {
  *out = __uint2bfloat16_rn(*bin);
}

int main() {
  unsigned *bin;
  __nv_bfloat16 *out, h;
  cudaMalloc(&bin, sizeof *bin);
  cudaMalloc(&out, sizeof h);
  cudaMemset(bin, 0, sizeof *bin);
  count<<<4, 128>>>(bin);
  convert<<<1, 1>>>(bin, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)__bfloat162float(h));
  cudaFree(bin);
  cudaFree(out);
  return 0;
}

// A histogram's bin counts in bfloat16: an atomic counter of eight digits stops at 256.
// note: half-absorbed kernel=count at=@add what~"256 + 1 stays 256" what~bfloat16
#include <cstdio>
#include <cuda_bf16.h>

__global__ void count(__nv_bfloat16 *bin) {
  atomicAdd(bin, __float2bfloat16(1.0f)); // @add
}

int main() {
  __nv_bfloat16 *bin, h = __float2bfloat16(0.0f);
  cudaMalloc(&bin, sizeof h);
  cudaMemcpy(bin, &h, sizeof h, cudaMemcpyHostToDevice);
  count<<<4, 128>>>(bin);
  cudaMemcpy(&h, bin, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)__bfloat162float(h));
  cudaFree(bin);
  return 0;
}

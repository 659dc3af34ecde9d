// A histogram's bin counts in bfloat16: an atomic counter of eight digits stops at 256.
// note: half-absorbed kernel=count at=@add what~"256 + 1 stays 256" what~bfloat16 advice~"accumulate in float"
// fixed: A histogram's bin counts in unsigned, converted once at the end.
// prints: 512
#include <cstdio>
#include <cuda_bf16.h>

#ifdef FIXED
__global__ void count(unsigned *bin) {
  atomicAdd(bin, 1u);
}

__global__ void convert(const unsigned *bin, __nv_bfloat16 *out) {
  *out = __uint2bfloat16_rn(*bin);
}
#else
__global__ void count(__nv_bfloat16 *bin) {
  atomicAdd(bin, __float2bfloat16(1.0f)); // @add
}
#endif

int main() {
#ifdef FIXED
  unsigned *bin;
  __nv_bfloat16 *out, h;
  cudaMalloc(&bin, sizeof *bin);
  cudaMalloc(&out, sizeof h);
  cudaMemset(bin, 0, sizeof *bin);
#else
  __nv_bfloat16 *bin, h = __float2bfloat16(0.0f);
  cudaMalloc(&bin, sizeof h);
  cudaMemcpy(bin, &h, sizeof h, cudaMemcpyHostToDevice);
#endif
  count<<<4, 128>>>(bin);
#ifdef FIXED
  convert<<<1, 1>>>(bin, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
#else
  cudaMemcpy(&h, bin, sizeof h, cudaMemcpyDeviceToHost);
#endif
  printf("%g\n", (double)__bfloat162float(h));
  cudaFree(bin);
#ifdef FIXED
  cudaFree(out);
#endif
  return 0;
}

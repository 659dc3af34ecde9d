// Neighbouring lanes read a column: each of the warp's 32 words lies in a sector of its own.
// finding: at=@column what~"uncoalesced global load" what~"32.0 sectors a request where 4.0 would do" what~"12.5 %"
#include <cstdio>
#include <cuda_runtime.h>

__global__ void transpose(const float *in, float *out) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * 32 + x] = in[x * 32 + y]; // @column
}

int main() {
  float *in, *out, h;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  transpose<<<32, 32>>>(in, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(in);
  cudaFree(out);
  return 0;
}

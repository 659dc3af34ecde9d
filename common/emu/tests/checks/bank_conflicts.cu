// The tile without its padding: a column lies in one bank.
// finding: at=@bank what~"bank conflicts: a shared load takes up to 32 wavefronts, 32.0 on average where 1.0 would do"
// fixed: The tile with its padding.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void transpose(const float *in, float *out) {
#ifdef FIXED
  __shared__ float tile[32][33];
#else
  __shared__ float tile[32][32];
#endif
  int x = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][x] = in[y * 32 + x];
  __syncwarp();
  for (int y = 0; y < 32; y++) out[y * 32 + x] = tile[x][y]; // @bank
}

int main() {
  float *in, *out, h;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  transpose<<<1, 32>>>(in, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(in);
  cudaFree(out);
  return 0;
}

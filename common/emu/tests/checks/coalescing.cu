// Neighbouring lanes read a column: each of the warp's 32 words lies in a sector of its own.
// finding: at=@column what~"uncoalesced global load" what~"32.0 sectors a request where 4.0 would do" what~"12.5 %"
// fixed: The same through a padded tile: rows are read, rows are written, and no bank is hit twice.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void transpose(const float *in, float *out) {
#ifdef FIXED
  __shared__ float tile[32][33];
  int x = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][x] = in[y * 32 + x];
  __syncwarp();
  for (int y = 0; y < 32; y++) out[y * 32 + x] = tile[x][y];
#else
  int x = threadIdx.x, y = blockIdx.x;
  out[y * 32 + x] = in[x * 32 + y]; // @column
#endif
}

int main() {
  float *in, *out, h;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
#ifdef FIXED
  transpose<<<1, 32>>>(in, out);
#else
  transpose<<<32, 32>>>(in, out);
#endif
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(in);
  cudaFree(out);
  return 0;
}

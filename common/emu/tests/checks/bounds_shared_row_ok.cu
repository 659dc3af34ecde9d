// A column index that stays in its row.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void column(float *out, int row) {
  __shared__ float tile[8][33];
  int t = threadIdx.x;
  for (int r = 0; r < 8; r++) tile[r][t] = r + t;
  if (t == 0)
    for (int r = 0; r < 8; r++) tile[r][32] = 0;
  __syncthreads();
  out[t] = tile[t % 8][t + row]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  column<<<1, 32>>>(d, 1);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}

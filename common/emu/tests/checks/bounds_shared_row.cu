// A column index runs over the end of its row, still inside the array.
// expect: out-of-bounds kernel=column at=@read block=0,0,0 thread=31,0,0 what~33
// fixed: A column index that stays in its row.
// prints: 1
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
#ifdef FIXED
  column<<<1, 32>>>(d, 1);
#else
  column<<<1, 32>>>(d, 2);
#endif
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}

// A row too many is written through a pointer: the element is named by row and column.
// expect: out-of-bounds kernel=fill at=@write block=0,0,0 thread=8,0,0 what~"writes tile[8][0], and the shared array tile ends with tile[7][15]"
// fixed: Only the rows that there are are written.
// prints: 7
#include <stdio.h>

__global__ void fill(float *out) {
  __shared__ float tile[8][16];
  __shared__ float next[64];
  float *row = &tile[0][0] + 16 * threadIdx.x;
  next[threadIdx.x] = 0;
#ifdef FIXED
  if (threadIdx.x < 8)
#else
  if (threadIdx.x < 9)
#endif
    *row = threadIdx.x; // @write
  __syncthreads();
  if (threadIdx.x == 7) *out = tile[7][0] + next[7];
}

int main() {
  float *out, last;
  cudaMalloc(&out, sizeof *out);
  fill<<<1, 32>>>(out);
  cudaMemcpy(&last, out, sizeof last, cudaMemcpyDeviceToHost);
  printf("%g\n", last);
  cudaFree(out);
}

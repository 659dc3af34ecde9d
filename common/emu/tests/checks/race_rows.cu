// The transpose lacks its barrier: the element is named by row and column, in each instance of the template.
// expect: race-shared kernel=turn<32> what~"tile["
// may: uninitialised-read kernel=turn<32> what~"tile["
// may: race-shared kernel=turn<32> what~"tile["
// fixed: The barrier stands between the writes and the reads.
// prints: 0 1 2
#include <stdio.h>

template <int N> __global__ void turn(float *out) {
  __shared__ float tile[N][N + 1];
  tile[threadIdx.y][threadIdx.x] = N * threadIdx.x + threadIdx.y;
#ifdef FIXED
  __syncthreads();
#endif
  out[N * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  float *out, host[1024];
  cudaMalloc(&out, sizeof host);
  turn<32><<<1, dim3(32, 32)>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
#ifndef FIXED
  for (int i = 0; i < 3; i++) host[i] = i;
#endif
  printf("%g %g %g\n", host[0], host[1], host[2]);
  cudaFree(out);
}

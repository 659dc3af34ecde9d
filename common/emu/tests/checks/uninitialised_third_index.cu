// One element of an array with three indices is left out.
// expect: uninitialised-read kernel=sum at=@read block=0,0,0 thread=23,0,0 what~"reads box[1][2][3], which"
// fixed: Every element is written.
// prints: 1
#include <stdio.h>

__global__ void sum(float *out) {
  __shared__ float box[2][3][4];
  int t = threadIdx.x;
#ifdef FIXED
  if (t < 24) box[t / 12][t / 4 % 3][t % 4] = 1;
#else
  if (t < 23) box[t / 12][t / 4 % 3][t % 4] = 1;
#endif
  __syncthreads();
  if (t < 24) out[t] = box[t / 12][t / 4 % 3][t % 4]; // @read
}

int main() {
  float *out, last;
  cudaMalloc(&out, 24 * sizeof *out);
  sum<<<1, 32>>>(out);
  cudaMemcpy(&last, out + 22, sizeof last, cudaMemcpyDeviceToHost);
  printf("%g\n", last);
  cudaFree(out);
}

// The barrier that ends a tile's turn is missing: the next tile overwrites what another thread still reads.
// expect: race-shared kernel=distances at=@read other=@write block=0,0,0 advice~"one turn of the loop meets the next"
// fixed: Each turn ends with a barrier.
// prints: 523776
#include <cstdio>
#include <cuda_runtime.h>

__global__ void distances(const float *x, float *out, int n) {
  __shared__ float tile[256];
  float sum = 0, mine = x[threadIdx.x];
  for (int first = 0; first < n; first += 256) {
    tile[threadIdx.x] = x[first + threadIdx.x]; // @write
    __syncthreads();
    for (int k = 0; k < 256; k++) sum += fabsf(mine - tile[k]); // @read
#ifdef FIXED
    __syncthreads();
#endif
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 1024;
  float *x, *out;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&out, 256 * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = i;
  distances<<<1, 256>>>(x, out, n);
  cudaDeviceSynchronize();
  printf("%g\n", out[0]);
  cudaFree(x);
  cudaFree(out);
  return 0;
}

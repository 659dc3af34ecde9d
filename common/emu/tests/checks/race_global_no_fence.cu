// The last block adds up the others' partial sums, but nobody fenced them.
// expect: race-global kernel=sum at=@read other=@write advice~"__threadfence() before it is set and after it is read"
// fixed: The last block adds up partial sums that were fenced before the ticket was drawn.
// prints: 36
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned finished;

__global__ void sum(float *partial, float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1; // @write
#ifdef FIXED
    __threadfence();
#endif
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
#ifdef FIXED
    __threadfence();
#endif
    float total = 0;
    for (int b = 0; b < gridDim.x; b++) total += partial[b]; // @read
    out[0] = total;
  }
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  sum<<<8, 32>>>(d + 1, d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}

// A million blocks of 32 threads; then 20,000 launches of one block.
// prints: 1000000 blocks, 32000000 threads
// prints: 20000 launches
#include <cstdio>

__device__ unsigned long long blocks, threads;

__global__ void count() {
  unsigned vote = __ballot_sync(0xffffffffu, 1);
  if (threadIdx.x == 0) {
    atomicAdd(&blocks, 1ull);
    atomicAdd(&threads, (unsigned long long)__popc(vote));
  }
}

__global__ void one(unsigned *n) {
  if (threadIdx.x == 0) *n += 1;
}

int main() {
  unsigned long long b, t;
  count<<<dim3(1000, 10, 100), 32>>>();
  cudaMemcpyFromSymbol(&b, blocks, sizeof b);
  cudaMemcpyFromSymbol(&t, threads, sizeof t);
  printf("%llu blocks, %llu threads\n", b, t);
  unsigned *d, h = 0;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  for (int i = 0; i < 20000; i++) one<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u launches\n", h);
  cudaFree(d);
}

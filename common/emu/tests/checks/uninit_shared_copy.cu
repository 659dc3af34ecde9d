// A whole object of shared memory is copied, and the copy is written and added to.
// expect: uninitialised-read kernel=count at=@copy advice~"copies the whole object into a variable of the thread" advice~"take a reference"
// note: local-array kernel=count advice~"constant indices in"
// fixed: What is advised.
// prints: 8
#include <cstdio>

struct Bins {
  int n[32];
  __device__ void add(int bin) {
    atomicAdd(&n[bin % 32], 1);
  }
};

__global__ void count(const int *a, int *out) {
  __shared__ Bins bins;
#ifdef FIXED
  Bins &mine = bins;
  if (threadIdx.x < 32) mine.n[threadIdx.x] = 0;
  __syncthreads();
#else
  Bins mine = bins; // @copy
#endif
  mine.add(a[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = mine.n[threadIdx.x];
}

int main() {
  int *d, h[256], bin = -1;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&d, sizeof h + 128);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  count<<<1, 256>>>(d, d + 256);
  cudaMemcpy(&bin, d + 256 + 31, sizeof bin, cudaMemcpyDeviceToHost);
  printf("%d\n", bin);
  cudaFree(d);
}

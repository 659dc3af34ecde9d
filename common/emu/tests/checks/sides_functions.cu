// A table of __device__ functions is the host's.
// expect: host-pointer-in-kernel kernel=run at=@call block=0,0,0 other=@launch what~"calls"
// fixed: It is the device's.
// prints: 32 30
#include <cstdio>
#include <cuda_runtime.h>

typedef int (*function)(int);

__device__ int up(int x) {
  return x + 1;
}
__device__ int down(int x) {
  return x - 1;
}
static function of_host[2] = {up, down};
__constant__ function of_device[2] = {up, down};

__global__ void run(int *out, const function *table) {
#ifdef FIXED
  out[threadIdx.x] = of_device[threadIdx.x % 2](31);
#else
  out[threadIdx.x] = table[threadIdx.x % 2](31); // @call
#endif
}

int main() {
  int *d, h[2] = {0};
  function *table;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&table, sizeof of_host);
  cudaMemcpy(table, of_host, sizeof of_host, cudaMemcpyHostToDevice);
  run<<<1, 2>>>(d, table); // @launch
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  cudaFree(table);
  cudaFree(d);
  return 0;
}

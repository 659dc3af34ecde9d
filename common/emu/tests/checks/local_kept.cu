// A kernel keeps the address of a local array, which the next kernel reads.
// expect: host-pointer-in-kernel kernel=use at=@read block=0,0,0 what~"that has ended" advice~"a thread's local"
// fixed: It keeps it in memory of its own.
// prints: 9
#include <cstdio>
#include <cuda_runtime.h>

__device__ int *kept;
__device__ int room[2];

__global__ void keep() {
#ifdef FIXED
  int *x = room;
  x[0] = 7, x[1] = 8;
#else
  int x[2] = {7, 8};
#endif
  x[threadIdx.x & 1] = 9;
  kept = x;
}

__global__ void use(int *out) {
  int own[4] = {1, 2, 3, 4};
  own[0] = kept[0]; // @read
  out[0] = own[0];
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof h);
  for (int i = 0; i < 3; i++) { // each launch's frames lie elsewhere
    keep<<<1, 1>>>();
    use<<<1, 1>>>(d);
  }
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

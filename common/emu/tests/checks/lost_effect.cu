// Kernels whose results go into copies: parameters by value, an object by value, variables of the thread.
// note: kernel-without-effect kernel=count at=@count advice~"pass a pointer to device memory"
// note: kernel-without-effect kernel=fill at=@fill advice~"store the result there"
// fixed: The result is stored through a pointer to device memory, as advised.
// prints: 4 9
#include <cstdio>
#include <cuda_runtime.h>

struct result {
  int value;
};

#ifdef FIXED
__global__ void count(const int *a, int n, int *found) {
  if (threadIdx.x < n && a[threadIdx.x] > 5) atomicAdd(found, 1);
}
__global__ void fill(result *r) {
  r->value = 9;
}
#else
__global__ void count(const int *a, int n, int found) { // @count
  if (threadIdx.x < n && a[threadIdx.x] > 5) found++;
}
__global__ void fill(result r) { // @fill
  r.value = 9;
}
#endif

// Neither is without effect: one stores if it has to, the other is there to be launched.
__device__ int bad;
__global__ void verify(const int *a, int n) {
  if (threadIdx.x < n && a[threadIdx.x] != (int)threadIdx.x) bad = 1;
}
__global__ void warm_up() {}

int main() {
  int h[10], f = 0, *a;
  result r = {0};
  for (int i = 0; i < 10; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  warm_up<<<1, 1>>>();
  verify<<<1, 32>>>(a, 10);
#ifdef FIXED
  int *found;
  result *made;
  cudaMalloc(&found, 4);
  cudaMalloc(&made, sizeof r);
  cudaMemset(found, 0, 4);
  count<<<1, 32>>>(a, 10, found);
  fill<<<1, 1>>>(made);
  cudaMemcpy(&f, found, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&r, made, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(found);
  cudaFree(made);
#else
  count<<<1, 32>>>(a, 10, f);
  fill<<<1, 1>>>(r);
  cudaDeviceSynchronize();
#endif
  printf("%d %d\n", f, r.value);
  cudaFree(a);
}

// 100 / 256 blocks.
// expect: invalid-launch kernel=fill at=@bad advice~"a division of whole numbers rounds down"
// expect: launch-error-unread kernel=fill at=@bad advice~"call cudaGetLastError() after it"
// fixed: Rounded up.
// prints: cudaSuccess
#include <cstdio>
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
int main() {
  int n = 100, *a;
  cudaMalloc(&a, n * sizeof(int));
#ifdef FIXED
  fill<<<(n + 255) / 256, 256>>>(a, n);
#else
  fill<<<n / 256, 256>>>(a, n); // @bad
#endif
  cudaDeviceSynchronize();
  cudaFree(a);
  printf("cudaSuccess\n");
}

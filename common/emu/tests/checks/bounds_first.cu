// The left neighbour of the first buffer's first element; the kernel goes on to the other end.
// expect: out-of-bounds kernel=sides at=@left block=0,0,0 thread=0,0,0 what~"element -1"
// expect: out-of-bounds kernel=sides at=@right block=0,0,0 thread=31,0,0 what~"element 32"
// fixed: Both ends have one neighbour.
// prints: 3
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sides(const int *in, int *out, int n) {
  int i = threadIdx.x, sum = in[i];
#ifdef FIXED
  if (i > 0)
#endif
    sum += in[i - 1]; // @left
#ifdef FIXED
  if (i < n - 1)
#endif
    sum += in[i + 1]; // @right
  out[i] = sum;
}

int main() {
  int *in, *out, h[32] = {1, 2};
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  sides<<<1, 32>>>(in, out, 32);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(out);
  cudaFree(in);
  return 0;
}

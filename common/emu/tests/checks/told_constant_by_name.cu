// A table in constant memory is handed to the kernel as an argument.
// expect: host-pointer-in-kernel kernel=scale at=@bad advice~"in the kernel by its name"
// fixed: The kernel uses the table by its name.
// prints: 6
#include <cstdio>
__constant__ int factors[4] = {2, 3, 4, 5};
__global__ void scale(int *out, const int *table) {
  int i = threadIdx.x;
#ifdef FIXED
  out[i] = 2 * factors[i];
#else
  out[i] = 2 * table[i]; // @bad
#endif
}
int main() {
  int *out, h[4];
  cudaMalloc(&out, sizeof h);
  scale<<<1, 4>>>(out, factors);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[1]);
  cudaFree(out);
}

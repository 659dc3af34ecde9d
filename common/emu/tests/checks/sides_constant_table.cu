// A constant table of the device is handed to a kernel by its name; the host may read it.
// expect: host-pointer-in-kernel kernel=pick at=@read block=0,0,0 other=@launch what~"weights"
// fixed: The kernel uses the table by its name.
// prints: 5 5
#include <cstdio>
#include <cuda_runtime.h>

__device__ const int weights[3] = {4, 5, 6};

__global__ void pick(int *out, const int *w, int i) {
#ifdef FIXED
  out[0] = weights[i];
#else
  out[0] = w[i]; // @read
#endif
}

int main(int argc, char **) {
  int *d, h = -1;
  cudaMalloc(&d, sizeof *d);
  pick<<<1, 1>>>(d, weights, 1); // @launch
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h, weights[argc]);
  cudaFree(d);
  return 0;
}

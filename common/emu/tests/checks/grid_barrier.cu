// A grid barrier in an ordinary launch, whose blocks need not be on the device together.
// expect: barrier-not-reached kernel=wait at=@sync
#include <cooperative_groups.h>
#include <cstdio>

__global__ void wait(int *out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync(); // @sync
}

int main() {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
  wait<<<4, 1>>>(d);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", e == cudaSuccess ? "done" : "stopped");
  cudaFree(d);
  return 0;
}

// A grid barrier in an ordinary launch, whose blocks need not be on the device together.
// expect: barrier-not-reached kernel=wait at=@sync advice~"launch the kernel"
// fixed: The same in a cooperative launch.
// prints: done
#include <cooperative_groups.h>
#include <cstdio>

__global__ void wait(int *out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync(); // @sync
}

int main() {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
#ifdef FIXED
  void *arguments[] = {&d};
  cudaLaunchCooperativeKernel((void *)wait, 4, 1, arguments);
#else
  wait<<<4, 1>>>(d);
#endif
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", e == cudaSuccess ? "done" : "stopped");
  cudaFree(d);
  return 0;
}

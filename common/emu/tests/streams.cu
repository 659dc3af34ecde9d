// Each mode asks for work and looks too early; which result it sees depends on when the seed runs the work (streams.py).
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void store(int *x, int v) {
  *x = v;
}
__global__ void trap() {
  __trap();
}

int main(int argc, char **argv) {
  int mode = argc > 1 ? atoi(argv[1]) : 0, *pinned, *d;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocHost(&pinned, 2 * sizeof(int));
  cudaMalloc(&d, sizeof(int));
  pinned[0] = pinned[1] = 1;
  if (mode == 0) { // a result that nobody has waited for
    store<<<1, 1>>>(pinned, 2);
    printf("%d\n", pinned[0]);
  } else if (mode == 1) { // a buffer that is changed under the copy
    cudaMemcpyAsync(d, pinned, sizeof(int), cudaMemcpyHostToDevice, s);
    pinned[0] = 2;
    cudaMemcpyAsync(pinned + 1, d, sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d\n", pinned[1]);
  } else { // a fault of a kernel: told at once, or at the next call that waits
    trap<<<1, 1, 0, s>>>();
    cudaError_t now = cudaGetLastError(), later = cudaStreamSynchronize(s);
    printf("%s %s\n", cudaGetErrorName(now), cudaGetErrorName(later));
  }
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFreeHost(pinned);
  cudaStreamDestroy(s);
}

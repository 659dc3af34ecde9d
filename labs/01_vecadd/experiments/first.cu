// Experiment: a first program. Which thread of which block handles which element?
//
//   build/bin/emucc labs/01_vecadd/experiments/first.cu -o first && ./first
#include <cstdio>
#include <cuda_runtime.h>

// Runs once for each thread of the grid.
__global__ void sign_in(int *block, int *thread, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block[i] = blockIdx.x;
    thread[i] = threadIdx.x;
  }
}

int main() {
  const int n = 6, threads = 4, blocks = (n + threads - 1) / threads;
  int block[n], thread[n], *on_device;
  cudaMalloc(&on_device, 2 * sizeof block);
  sign_in<<<blocks, threads>>>(on_device, on_device + n, n);
  cudaMemcpy(block, on_device, sizeof block, cudaMemcpyDeviceToHost);
  cudaMemcpy(thread, on_device + n, sizeof thread, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  printf("%d blocks of %d threads\n", blocks, threads);
  for (int i = 0; i < n; i++) printf("element %d: block %d, thread %d\n", i, block[i], thread[i]);
}

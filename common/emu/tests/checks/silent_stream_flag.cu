// The host polls a flag in pinned memory that the kernel sets behind its data: no call of the runtime waits.
// prints: 5
#include <cstdio>
#include <cuda_runtime.h>

__global__ void answer(int *data, volatile int *flag) {
  *data = 5;
  __threadfence_system();
  *flag = 1;
}

int main() {
  int *data, *flag;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaHostAlloc(&data, sizeof *data, cudaHostAllocMapped);
  cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
  *flag = 0;
  answer<<<1, 1, 0, stream>>>(data, flag);
  while (!*(volatile int *)flag) {
  }
  printf("%d\n", *data);
  cudaStreamDestroy(stream);
  cudaFreeHost(data);
  cudaFreeHost(flag);
}

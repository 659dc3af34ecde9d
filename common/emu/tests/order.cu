// Prints the order in which blocks and warps ran, as tickets drawn with atomicAdd; holds one planted race.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void blocks(int *ticket, int *order) {
  if (threadIdx.x == 0) order[atomicAdd(ticket, 1)] = blockIdx.x;
}

__global__ void warps(int *ticket, int *order) {
  if (threadIdx.x % 32 == 0) order[atomicAdd(ticket, 1)] = threadIdx.x / 32;
}

__global__ void race(int *last) {
  *last = blockIdx.x;
}

static void print(const char *what, const int *device, int n) {
  int order[64];
  cudaMemcpy(order, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s", what);
  for (int i = 0; i < n; i++) printf(" %d", order[i]);
  printf("\n");
}

int main() {
  int *ticket, *order;
  cudaMalloc(&ticket, 2 * sizeof(int));
  cudaMalloc(&order, 64 * sizeof(int));
  cudaMemset(ticket, 0, 2 * sizeof(int));
  blocks<<<64, 32>>>(ticket, order);
  print("blocks", order, 64);
  warps<<<1, 1024>>>(ticket + 1, order);
  print("warps", order, 32);
  race<<<8, 1>>>(ticket);
  print("last", ticket, 1);
  cudaFree(ticket);
  cudaFree(order);
  return 0;
}

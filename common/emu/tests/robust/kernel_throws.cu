// An exception that leaves a kernel ends the program with a message that names the kernel. nvcc refuses it.
// exit: 86
// says: thrower
// says: exception
// prints: before
#include <cstdio>

struct failure {};

__global__ void thrower(int *p) {
  if (threadIdx.x == 3) throw failure();
  p[threadIdx.x] = 1;
}

int main() {
  int *d;
  cudaMalloc(&d, 32 * sizeof(int));
  printf("before\n");
  thrower<<<1, 32>>>(d);
  cudaFree(d);
}

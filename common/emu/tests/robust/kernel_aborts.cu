// abort() in a kernel ends the program with a message that names the kernel. nvcc refuses it.
// exit: 86
// says: aborter
// says: abort
// prints: before
#include <cstdio>
#include <cstdlib>

__global__ void aborter() {
  if (threadIdx.x == 3) abort();
}

int main() {
  printf("before\n");
  aborter<<<1, 32>>>();
  printf("not reached\n");
}

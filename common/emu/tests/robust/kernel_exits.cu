// exit() in a kernel ends the program with a message that names the kernel; handlers run. nvcc refuses it.
// exit: 86
// says: quitter
// says: exit
// prints: before
// prints: handler
#include <cstdio>
#include <cstdlib>

__global__ void quitter() {
  if (threadIdx.x == 3) exit(0);
}

int main() {
  atexit([] { printf("handler\n"); });
  printf("before\n");
  quitter<<<1, 32>>>();
  printf("not reached\n");
}

// exit() that a kernel reaches by a pointer, which no compiler sees, ends the program with a message that names the
// kernel; handlers run.
// exit: 86
// says: quitter
// says: exit
// prints: before
// prints: handler
#include <cstdio>
#include <cstdlib>

typedef void (*ender)(int);

__global__ void quitter(ender end) {
  if (threadIdx.x == 3) end(0);
}

int main() {
  atexit([] { printf("handler\n"); });
  printf("before\n");
  quitter<<<1, 32>>>(exit);
  printf("not reached\n");
}

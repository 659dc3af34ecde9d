// A crash of host code before any launch, in a function of the C library that the program calls: no hazard, and the status
// that shells know.
// exit: -11
// says: emu: host code ends with a segmentation fault at address 0x0
// says: crash_host.cu:19, in bytes_of
// says: no kernel did this
// prints: before
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void set(int *p) {
  *p = 1;
}

static volatile int found;

static size_t __attribute__((noinline)) bytes_of(const char *text) {
  size_t n = strlen(text) + 1;
  found = (int)n;
  return n;
}

int main(int, char **argv) {
  int *d;
  printf("before\n");
  cudaMalloc(&d, bytes_of(argv[1]));
  set<<<1, 1>>>(d);
  cudaFree(d);
}

// shows: kernels | `printf` with conversions that a device prints as they stand (`%zu`, `%.*f`), and what it returns
// printf in kernels: what a device knows of the host's conversions, and the number of arguments that it returns.
// compared: H200, CUDA 13.0, 2026-11-24
#include <cstdint>
#include <cstdio>

#define SHOW(...)                                                                                            \
  do {                                                                                                       \
    int taken = printf(__VA_ARGS__);                                                                         \
    printf(" -> %d\n", taken);                                                                               \
  } while (0)

__global__ void print(double d, const char *nothing) {
  SHOW("[%zu]", (size_t)-1);
  SHOW("[%jd]", (intmax_t)1);
  SHOW("[%td]", (ptrdiff_t)-3);
  SHOW("[%Lf]", d);
  SHOW("[%.*f]", 2, d);
  SHOW("[%*.*f]", 9, 2, d);
  SHOW("[%'d]", 1000000);
  SHOW("[%y]", 1);
  SHOW("[%1$d]", 5);
  SHOW("[%5%] [%%]");
  SHOW("[%*d] [%-*d] [%0*d]", 6, 42, 6, 42, 5, 7);
  SHOW("[%hd] [%hu] [%ho]", 70000, -1, 65535);
  SHOW("[%ld] [%llx] [%lf] [%f]", -1l, 1ull << 60, d, 1.5f);
  SHOW("[%s] [%6.2s] [%3c]", "", "abc", 'x');
  SHOW("[%d]", 1, 2, 3);
  SHOW("[%s]", nothing);
  SHOW("no argument");
}

int main() {
  print<<<1, 1>>>(3.14159, nullptr);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%zu %.*f\n", sizeof(int), 1, 2.25); // the host's knows them
  return e;
}

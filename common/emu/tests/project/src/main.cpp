#include "scale.h"
#include <cstdio>
#include <cuda_runtime.h>
int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  float values[100];
  for (int i = 0; i < 100; i++) values[i] = float(i);
  scale(values, 100);
  std::printf("%d: %g %g\n", devices, values[0], values[99]);
}

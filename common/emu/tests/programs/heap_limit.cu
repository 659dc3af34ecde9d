// What kernels allocate lies in a heap of 8 MiB, unless the program asks for another size: beyond it malloc returns NULL.
// prints: heap_limit: ok
#include <cstdio>
#include <cstdlib>

__global__ void take(size_t bytes, void **kept, int *got) {
  *kept = malloc(bytes);
  *got = *kept != nullptr;
}
__global__ void give_back(void **kept) {
  free(*kept);
}

static void **kept;
static int *got, wrong;
static void tell(const char *what, size_t bytes, int i, int wanted) {
  take<<<1, 1>>>(bytes, kept + i, got);
  cudaDeviceSynchronize();
  if (*got != wanted) printf("%s: %s\n", what, *got ? "a pointer" : "NULL"), wrong++;
}

int main() {
  const size_t mib = 1 << 20;
  size_t limit = 0;
  cudaMallocManaged(&kept, 4 * sizeof *kept);
  cudaMallocManaged(&got, sizeof *got);
  cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
  if (limit != 8 * mib) printf("%zu bytes\n", limit), wrong++;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 10 * mib);
  tell("16 MiB", 16 * mib, 0, 0);
  tell("6 MiB", 6 * mib, 0, 1);
  tell("6 MiB more", 6 * mib, 1, 0);
  give_back<<<1, 1>>>(kept);
  tell("6 MiB after the first are free", 6 * mib, 2, 1);
  give_back<<<1, 1>>>(kept + 2);
  cudaDeviceSynchronize();
  cudaFree(kept);
  cudaFree(got);
  if (!wrong) puts("heap_limit: ok");
}

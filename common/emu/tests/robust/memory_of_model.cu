// The device has the memory of its model (an A100's 40 GiB), in one piece too, and what is not touched costs nothing: device and
// managed memory, freed and had again.
// prints: 40 GiB
// prints: 6 GiB: cudaSuccess, ends 5 7
// prints: 6 GiB managed: cudaSuccess, ends 5 7
// prints: 39 GiB: cudaSuccess, ends 5 7
// prints: 41 GiB: cudaErrorMemoryAllocation
#include <cstdio>

__global__ void ends(char *p, size_t n) {
  p[0] = 5;
  p[n - 1] = 7;
}

static void try_gib(size_t gib, bool managed) {
  char *p, first, last;
  size_t n = gib << 30;
  cudaError_t e = managed ? cudaMallocManaged(&p, n) : cudaMalloc(&p, n);
  printf("%zu GiB%s: %s", gib, managed ? " managed" : "", cudaGetErrorName(e));
  if (e == cudaSuccess) {
    ends<<<1, 1>>>(p, n);
    cudaMemcpy(&first, p, 1, cudaMemcpyDeviceToHost);
    cudaMemcpy(&last, p + n - 1, 1, cudaMemcpyDeviceToHost);
    printf(", ends %d %d", first, last);
    cudaFree(p);
  }
  printf("\n");
}

int main() {
  size_t free_bytes, total;
  cudaStream_t s; // more streams than one: device memory is looked after between them, too
  cudaStreamCreate(&s);
  cudaMemGetInfo(&free_bytes, &total);
  printf("%zu GiB\n", total >> 30);
  try_gib(6, false);
  try_gib(6, true);
  try_gib(39, false);
  try_gib(41, false);
  cudaStreamDestroy(s);
}

// printf in kernels: the conversions that a device prints as the host does.
// shows: kernels | `printf` with flags, widths, precisions and all conversions
// compared: H200, CUDA 13.0, 2026-11-24
#include <cstdio>

__global__ void print(const char *word, float f) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    printf("%d %i %u %+d|%5d|%-5d|%05d\n", -1, 2, 3u, 4, 5, 6, 7);
    printf("%x %X %#x %o %c %s %10s|%-6s|%.2s\n", 255, 255, 255, 8, 'c', word, word, word, word);
    printf("%f %.2f %8.3f %e %g %G %a\n", f, f, f, f, f, 1e-10, 1.0);
    printf("%ld %lld %lu %llu %zu\n", 1L << 40, 1LL << 41, 1UL << 42, 1ULL << 43, sizeof(int));
    printf("100%% %*d|%.1f\n", 6, 42, 2.25);
  }
}
__global__ void each() {
  printf("block %d thread (%d, %d)\n", blockIdx.x, threadIdx.x, threadIdx.y);
}

int main() {
  char *d;
  cudaMalloc(&d, 8);
  cudaMemcpy(d, "emulate", 8, cudaMemcpyHostToDevice);
  print<<<2, 2>>>(d, 3.14159f);
  cudaDeviceSynchronize();
  each<<<1, dim3(2, 2)>>>();
  cudaDeviceSynchronize();
  fflush(stdout);
  cudaFree(d);
}

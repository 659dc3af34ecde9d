// Bytes that nobody writes and nobody misses: between an object's members, and in what is not copied.
// prints: 100 7
#include <cstdio>
#include <cuda_runtime.h>

struct particle {
  double mass;
  int kind;
  char letter;
};

__global__ void fill(particle *p, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  p[i].mass = 1;
  p[i].kind = i;
  p[i].letter = 'a';
}

int main() {
  particle h[100], one, *d;
  cudaMalloc(&d, 128 * sizeof *d);
  fill<<<1, 128>>>(d, 100);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&one, d + 7, sizeof one, cudaMemcpyDeviceToHost);
  double mass = 0;
  for (int i = 0; i < 100; i++) mass += h[i].mass;
  printf("%g %d\n", mass, one.kind);
  cudaFree(d);
}

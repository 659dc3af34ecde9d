// A member that nobody has written, and padding read as a number.
// expect: uninitialised-read kernel=copy at=@copy
// expect: uninitialised-read kernel=look at=@look
// fixed: All members are written, and the second number of each object is read.
// prints: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>

struct padded {
  char c;
  int i;
};
struct triple {
  float x, y, z;
};

__global__ void fill(padded *p, triple *t) {
  p[threadIdx.x].c = 1;
  p[threadIdx.x].i = 2;
  t[threadIdx.x].x = 1;
#ifdef FIXED
  t[threadIdx.x].y = 2;
#endif
  t[threadIdx.x].z = 3;
}

__global__ void copy(const triple *t, triple *to) {
  to[threadIdx.x] = t[threadIdx.x]; // @copy
}

__global__ void look(const padded *p, padded *to, int *out) {
  to[threadIdx.x] = p[threadIdx.x];
#ifdef FIXED
  out[threadIdx.x] = ((const int *)to)[2 * threadIdx.x + 1];
#else
  out[threadIdx.x] = ((const int *)to)[2 * threadIdx.x]; // @look
#endif
}

int main() {
  padded *p;
  triple *t;
  int *out;
  cudaMalloc(&p, 64 * sizeof *p);
  cudaMalloc(&t, 64 * sizeof *t);
  cudaMalloc(&out, 32 * sizeof *out);
  fill<<<1, 32>>>(p, t);
  copy<<<1, 32>>>(t, t + 32);
  look<<<1, 32>>>(p, p + 32, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
  cudaFree(t);
  cudaFree(out);
  return 0;
}

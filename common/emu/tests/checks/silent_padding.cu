// Objects with padding whose members have been written, copied as a whole through all memories.
// prints: 29
#include <cstdio>
#include <cuda_runtime.h>

struct padded {
  char c;
  int i;
};
struct tail {
  double d;
  char c;
};
struct nested {
  padded p;
  short s;
  double d;
  tail t;
};

template <typename T> __device__ void round_trip(T *p) {
  __shared__ T s[32];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  T local = s[31 - threadIdx.x];
  p[32 + threadIdx.x] = local;
  p[64 + threadIdx.x] = p[32 + threadIdx.x];
}

__global__ void copy(padded *p, tail *t, nested *n, int *out) {
  int i = threadIdx.x;
  p[i].c = 1, p[i].i = 2;
  t[i].d = 3, t[i].c = 4;
  n[i].p.c = 5, n[i].p.i = 6, n[i].s = 7, n[i].d = 8, n[i].t.d = 9, n[i].t.c = 10;
  round_trip(p);
  round_trip(t);
  round_trip(n);
  out[i] = p[64 + i].c + p[64 + i].i + t[64 + i].c + n[64 + i].p.c + n[64 + i].s + n[64 + i].t.c;
}

int main() {
  padded *p;
  tail *t;
  nested *n;
  int *out, h[32];
  cudaMalloc(&p, 96 * sizeof *p);
  cudaMalloc(&t, 96 * sizeof *t);
  cudaMalloc(&n, 96 * sizeof *n);
  cudaMalloc(&out, sizeof h);
  copy<<<1, 32>>>(p, t, n, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  cudaFree(p);
  cudaFree(t);
  cudaFree(n);
  cudaFree(out);
  return 0;
}

// prints: 84
// Structured bindings of every form in device code.
#include <cstdio>
#include <cuda_runtime.h>

struct both {
  int a, b;
};

__global__ void sums(both *p, both *q, int *out) {
  int t = threadIdx.x;
  const auto [x, y] = p[t];
  auto [u, v] = p[7 - t];
  auto &[r, s] = q[t];
  const auto &[c, d] = p[t];
  const int list[2] = {x, y};
  r = c;
  s = d;
  out[t] = list[0] + list[1] + u - v;
}

int main() {
  both *p, *q;
  int *out, all = 0;
  cudaMallocManaged(&p, 8 * sizeof *p);
  cudaMallocManaged(&q, 8 * sizeof *q);
  cudaMallocManaged(&out, 8 * sizeof *out);
  for (int i = 0; i < 8; i++) p[i] = {i, 1};
  sums<<<1, 8>>>(p, q, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; i++) all += out[i] + q[i].a;
  printf("%d\n", all);
  cudaFree(p), cudaFree(q), cudaFree(out);
}

// expect: pass 4_float4
// form: a struct of its own, aligned to 16 bytes, whose members are added one by one in device memory.
#include "vecadd.h"

struct __align__(16) quad {
  float a, b, c, d;
};

__global__ static void add_quads(const quad *__restrict__ x, const quad *__restrict__ y, quad *__restrict__ z,
                                 size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= n) return;
  z[i].a = x[i].a + y[i].a;
  z[i].b = x[i].b + y[i].b;
  z[i].c = x[i].c + y[i].c;
  z[i].d = x[i].d + y[i].d;
}

__global__ static void add_words(const float *x, const float *y, float *z, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

static void words(const float *x, const float *y, float *z, size_t n) {
  if (n > 0) add_words<<<(unsigned)((n + 511) / 512), 512>>>(x, y, z, n);
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  size_t past = (size_t)a % sizeof(quad), head = past ? (sizeof(quad) - past) / sizeof(float) : 0, all = n;
  if (past != (size_t)b % sizeof(quad) || past != (size_t)c % sizeof(quad) || head > all) {
    words(a, b, c, all);
    return cudaGetLastError();
  }
  size_t quads = (all - head) / 4, rest = head + 4 * quads;
  words(a, b, c, head);
  if (quads)
    add_quads<<<(unsigned)((quads + 255) / 256), 256>>>((const quad *)(a + head), (const quad *)(b + head),
                                                        (quad *)(c + head), quads);
  words(a + rest, b + rest, c + rest, all - rest);
  return cudaGetLastError();
}

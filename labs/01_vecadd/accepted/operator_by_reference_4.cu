// expect: pass 4_float4
// form: an operator+ of float4 that takes both by reference, and a block of 128.
#include "vecadd.h"

__device__ static inline float4 operator+(const float4 &a, const float4 &b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ static void add(const float *a, const float *b, float *c, int head, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x, vectors = (n - head) / 4,
          rest = head + 4 * vectors;
  const float4 *a4 = (const float4 *)(a + head), *b4 = (const float4 *)(b + head);
  float4 *c4 = (float4 *)(c + head);
  if (i < vectors) c4[i] = a4[i] + b4[i];
  if (i < head) c[i] = a[i] + b[i];
  if (i < n - rest) c[rest + i] = a[rest + i] + b[rest + i];
}

__global__ static void add_words(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return cudaSuccess;
  unsigned past = (uintptr_t)a & 15;
  if (past == ((uintptr_t)b & 15) && past == ((uintptr_t)c & 15)) {
    int head = (int)min((int64_t)(past ? (16 - past) / 4 : 0), n);
    add<<<(unsigned)(n / 4 / 128 + 1), 128>>>(a, b, c, head, n);
  } else {
    add_words<<<(unsigned)((n + 127) / 128), 128>>>(a, b, c, n);
  }
  return cudaGetLastError();
}

// expect: pass 4_float4 on emu
// form: at most 256 blocks with a grid-stride loop of reinterpret_cast loads; block 0's first thread adds the ends.
#include "vecadd.h"

__global__ static void add(const float *a, const float *b, float *c, int64_t n, int head) {
  const float4 *a4 = reinterpret_cast<const float4 *>(a + head),
               *b4 = reinterpret_cast<const float4 *>(b + head);
  float4 *c4 = reinterpret_cast<float4 *>(c + head);
  int64_t vectors = (n - head) / 4;
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x) {
    float4 x = a4[i];
    const float4 y = b4[i];
    x.x += y.x, x.y += y.y, x.z += y.z, x.w += y.w;
    c4[i] = x;
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (int i = 0; i < head; i++) c[i] = a[i] + b[i];
    for (int64_t i = head + 4 * vectors; i < n; i++) c[i] = a[i] + b[i];
  }
}

__global__ static void one_by_one(const float *a, const float *b, float *c, int64_t n) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  uintptr_t x = (uintptr_t)a % 16, y = (uintptr_t)b % 16, z = (uintptr_t)c % 16;
  int64_t blocks = min((n + 1023) / 1024, (int64_t)256);
  int head = (int)min((int64_t)(16 - x) % 16 / 4, n);
  if (x == y && y == z)
    add<<<(unsigned)blocks, 256>>>(a, b, c, n, head);
  else
    one_by_one<<<(unsigned)blocks, 256>>>(a, b, c, n);
  return cudaGetLastError();
}

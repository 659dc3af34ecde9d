// expect: pass 4_float4 on emu
// form: a float4 kernel for the middle, a second kernel for the few elements at both ends.
#include "vecadd.h"

__global__ static void middle(const float4 *a, const float4 *b, float4 *c, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 x = a[i], y = b[i];
  c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

// The elements before `from` and those from `to` on.
__global__ static void ends(const float *a, const float *b, float *c, int64_t n, int64_t from, int64_t to) {
  int64_t i = threadIdx.x;
  if (i < from) c[i] = a[i] + b[i];
  i += to;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ static void singly(const float *a, const float *b, float *c, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  uintptr_t past = (uintptr_t)a & 15;
  if (past != ((uintptr_t)b & 15) || past != ((uintptr_t)c & 15)) {
    singly<<<(unsigned)((n + 255) / 256), 256>>>(a, b, c, n);
    return cudaGetLastError();
  }
  int64_t head = past ? (16 - past) / 4 : 0;
  if (head > n) head = n;
  int64_t vectors = (n - head) / 4, tail = head + 4 * vectors;
  if (vectors)
    middle<<<(unsigned)((vectors + 127) / 128), 128>>>((const float4 *)(a + head), (const float4 *)(b + head),
                                                       (float4 *)(c + head), vectors);
  if (head || tail < n) ends<<<1, 32>>>(a, b, c, n, head, tail);
  return cudaGetLastError();
}

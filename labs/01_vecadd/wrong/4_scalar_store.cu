// expect: inefficient 4_float4 global_store_requests on emu
// fault: loads float4, but stores the four sums one by one.
#include "vecadd.h"
#define vecadd_4_float4 reference_vecadd_4_float4
#include "../solution.cu"
#undef vecadd_4_float4

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t quads) {
  int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= quads) return;
  float4 x = ((const float4 *)a)[thread], y = ((const float4 *)b)[thread];
  c[4 * thread] = x.x + y.x;
  c[4 * thread + 1] = x.y + y.y;
  c[4 * thread + 2] = x.z + y.z;
  c[4 * thread + 3] = x.w + y.w;
}

// The quads of an aligned array; everything else is left to the reference.
int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if (n % 4 != 3 || (uintptr_t)a % 16 || (uintptr_t)b % 16 || (uintptr_t)c % 16)
    return reference_vecadd_4_float4(a, b, c, n);
  int64_t quads = n / 4;
  add_wrong<<<(unsigned)(divide_up(quads, BLOCK) + 1), BLOCK>>>(a, b, c, quads);
  return vecadd_2_boundary(a + 4 * quads, b + 4 * quads, c + 4 * quads, n % 4);
}

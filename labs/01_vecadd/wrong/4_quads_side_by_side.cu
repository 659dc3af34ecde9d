// expect: inefficient 4_float4 sectors_per_load on emu
// fault: each thread takes four neighbouring float4, so that a warp loads from 32 places 64 bytes apart.
#include "vecadd.h"
#define vecadd_4_float4 reference_vecadd_4_float4
#include "../solution.cu"
#undef vecadd_4_float4

__global__ void add_wrong(const float *a, const float *b, float *c, int64_t quads) {
  int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (int64_t k = 4 * thread; k < 4 * thread + 4 && k < quads; k++) {
    float4 x = ((const float4 *)a)[k], y = ((const float4 *)b)[k];
    ((float4 *)c)[k] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
}

// The quads of an aligned array; everything else is left to the reference.
int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n) {
  if (n % 4 != 3 || (uintptr_t)a % 16 || (uintptr_t)b % 16 || (uintptr_t)c % 16)
    return reference_vecadd_4_float4(a, b, c, n);
  int64_t quads = n / 4;
  add_wrong<<<(unsigned)(divide_up(quads, 4 * BLOCK)), BLOCK>>>(a, b, c, quads);
  return vecadd_2_boundary(a + 4 * quads, b + 4 * quads, c + 4 * quads, n % 4);
}

// expect: wrong 7_look_back
// fault: exclusive is inclusive minus the own element: infinity minus infinity is NaN.
#include "scan.h"
#define scan_7_look_back reference
#include "../solution.cu"
#undef scan_7_look_back

static __global__ void subtract_own(const float *in, int64_t n, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] -= in[i];
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  int error = reference(in, n, 0, scratch, out);
  if (error || !exclusive || n == 0) return error;
  subtract_own<<<tiles_of(n, BLOCK), BLOCK>>>(in, n, out);
  return cudaGetLastError();
}

// expect: wrong 7_soa
// fault: the factor one half is missing.
#include "vecadd.h"
#define vecadd_7_soa reference_vecadd_7_soa
#include "../solution.cu"
#undef vecadd_7_soa

__global__ void energy_wrong(struct particles p, float *energy, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float vx = p.vx[i], vy = p.vy[i], vz = p.vz[i];
  energy[i] = p.mass[i] * (vx * vx + vy * vy + vz * vz);
}

int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n) {
  (void)structs;
  if (n == 0) return 0;
  energy_wrong<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(arrays, energy, n);
  return cudaGetLastError();
}

// expect: inefficient 7_soa sectors_per_load on emu
// fault: loads the fields from the array of structs: 32 sectors a request.
#include "vecadd.h"
#define vecadd_7_soa reference_vecadd_7_soa
#include "../solution.cu"
#undef vecadd_7_soa

__global__ void energy_wrong(const struct particle *p, float *energy, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float vx = p[i].vx, vy = p[i].vy, vz = p[i].vz;
  energy[i] = 0.5f * p[i].mass * (vx * vx + vy * vy + vz * vz);
}

int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n) {
  (void)arrays;
  if (n == 0) return 0;
  energy_wrong<<<(unsigned)divide_up(n, BLOCK), BLOCK>>>(structs, energy, n);
  return cudaGetLastError();
}

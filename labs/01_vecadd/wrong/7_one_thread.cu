// expect: inefficient 7_soa simt_efficiency on emu
// fault: one thread computes the energies of all particles, from the right arrays.
#include "vecadd.h"
#define vecadd_7_soa reference_vecadd_7_soa
#include "../solution.cu"
#undef vecadd_7_soa

__global__ void energy_alone(struct particles p, float *energy, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    float x = p.vx[i], y = p.vy[i], z = p.vz[i];
    energy[i] = 0.5f * p.mass[i] * (x * x + y * y + z * z);
  }
}

int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n) {
  if (n) energy_alone<<<1, 1>>>(arrays, energy, n);
  return cudaGetLastError();
}

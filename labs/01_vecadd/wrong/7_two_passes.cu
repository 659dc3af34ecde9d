// expect: inefficient 7_soa global_bytes on emu
// fault: the sum of squares goes through memory between two kernels.
#include "vecadd.h"
#define vecadd_7_soa reference_vecadd_7_soa
#include "../solution.cu"
#undef vecadd_7_soa

__global__ void squares(struct particles p, float *energy, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) energy[i] = p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i];
}

__global__ void times_half_mass(struct particles p, float *energy, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) energy[i] *= 0.5f * p.mass[i];
}

int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n) {
  (void)structs;
  if (n == 0) return 0;
  unsigned blocks = (unsigned)divide_up(n, BLOCK);
  squares<<<blocks, BLOCK>>>(arrays, energy, n);
  times_half_mass<<<blocks, BLOCK>>>(arrays, energy, n);
  return cudaGetLastError();
}

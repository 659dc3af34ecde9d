// expect: pass 7_soa
// form: a grid-stride loop over pointers that are taken out of the struct first; 128 threads a block.
#include "vecadd.h"

__global__ static void kinetic(const float *m, const float *vx, const float *vy, const float *vz, float *e,
                               size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x)
    e[i] = 0.5f * m[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
}

int vecadd_7_soa(const struct particle *, struct particles p, float *energy, int64_t n) {
  if (n == 0) return 0;
  int64_t blocks = (n + 127) / 128 < 1000 ? (n + 127) / 128 : 1000;
  kinetic<<<(unsigned)blocks, 128>>>(p.mass, p.vx, p.vy, p.vz, energy, (size_t)n);
  return cudaGetLastError();
}

// Contract of lab 01: element-wise work, whose cost is memory traffic alone.
#ifndef VECADD_H
#define VECADD_H

#include "worker/contract.h"

// Each function returns 0, PMPP_TODO while the task is not begun, or the cudaError_t that stopped it. Lengths
// may be 0: then the function touches nothing, launches nothing and returns 0.
// From 2 on, pointers are device pointers and the work is only started: the functions do not synchronise,
// allocate or copy. Inputs and outputs never overlap, and inputs are not changed. Pointers are aligned to
// their type's size and no more.
PMPP_CONTRACT_BEGIN

// c[i] = a[i] + b[i] for 0 <= i < n. a, b, c are HOST pointers; on return c is complete and no device memory
// is held, whether it worked or not. Every element is added by the device.
int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n);

// c[i] = a[i] + b[i], one thread an element.
int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n);

// c[i] = a[i] + b[i] with at most `blocks` >= 1 blocks (of at most 1024 threads), whatever n is; n may exceed
// 2^31.
int vecadd_3_grid_stride(const float *a, const float *b, float *c, int64_t n, int blocks);

// c[i] = a[i] + b[i] in 16-byte accesses. Where a, b and c lie equally far (0, 4, 8 or 12 bytes) past a
// 16-byte boundary, all but the first three and the last three elements go 16 bytes at a time. Where the
// three distances differ no 16-byte access can serve them all: the result is the same, its cost does not
// matter.
int vecadd_4_float4(const float *a, const float *b, float *c, int64_t n);

// rgb: height rows of width pixels of 3 bytes R, G, B, no padding; gray: height rows of width bytes;
// gray = (77 R + 150 G + 29 B + 128) / 256, rounded down, in whole numbers (the weights add up to 256).
// 0 <= width, height <= 65535; width * height may exceed 2^31.
int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height);

// y[i] = max(x[i] + 1, 0) in one pass. NaN stays NaN.
int vecadd_6_fused_relu(const float *x, float *y, int64_t n);

// The same particles in two layouts. An array of structs keeps a particle's fields together ...
struct particle {
  float x, y, z, mass, vx, vy, vz, charge;
};
// ... a struct of arrays keeps each field's values together (the fields that the task needs).
struct particles {
  const float *mass, *vx, *vy, *vz;
};

// energy[i] = mass (vx^2 + vy^2 + vz^2) / 2 of particle i, one thread a particle, in 4-byte accesses.
// `structs` and `arrays` hold the same n particles; use either. Where only time is measured, `structs` is
// NULL.
int vecadd_7_soa(const struct particle *structs, struct particles arrays, float *energy, int64_t n);

PMPP_CONTRACT_END
#endif

// What the wrong submissions bfs_*_looks_by_atomics share: the reference, but every look is LOOKS atomics.
#include "spmv_bfs.h"

#include "bfs_given.cuh"

template <typename T> static __device__ T look_by_atomics(T *p) {
  T seen = atomicAdd(p, 0);
  for (int k = 1; k < LOOKS; k++) seen = atomicAdd(p, 0); // fault
  return seen;
}
#define look look_by_atomics
#include "../solution.cu"

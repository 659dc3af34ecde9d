// Code by where it runs; whose memory a pointer names; marks for profilers as C++ objects.
// shows: guards and macros | `<nv/target>`: `NV_IF_TARGET`, `NV_DISPATCH_TARGET`; `nvtx3/nvtx3.hpp`
// shows: intrinsics | `__isGlobal`, `__isShared`, `__isConstant`, `__isLocal`
// compared: H200, CUDA 13.0, 2026-11-24
#include <nv/target>
#include <nvtx3/nvtx3.hpp>
#include <cstdio>

__host__ __device__ int place() {
  NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))
}
__host__ __device__ int capability() {
  int since = 0;
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_70, (since = 70;), NV_IS_HOST, (since = -1;))
  return since;
}
__host__ __device__ int side() {
  int r = 0;
  NV_IF_ELSE_TARGET(NV_IS_HOST, (r = 5;), (r = 6;))
  return r;
}

__constant__ int constant[4];
__device__ int global[4];

__global__ void ask(int *out, const int *from) {
  __shared__ int shared[4];
  extern __shared__ int dynamic[];
  int local[4] = {out[0], 1, 2, 3};
  const int *places[] = {constant, global, shared, dynamic, local, from};
  for (int i = 0; i < 6; i++)
    out[i] = 1000 * __isGlobal(places[i]) + 100 * __isShared(places[i]) + 10 * __isConstant(places[i]) +
             __isLocal(places[i]);
  out[6] = place(), out[7] = capability(), out[8] = side();
}

int main() {
  nvtx3::scoped_range range{"all"};
  NVTX3_FUNC_RANGE();
  int *out;
  cudaMallocManaged(&out, 16 * sizeof *out);
  out[0] = 7;
  ask<<<1, 1, 16>>>(out, out + 12);
  cudaDeviceSynchronize();
  for (int i = 0; i < 9; i++) printf("%d ", out[i]);
  printf("| %d %d %d\n", place(), capability(), side());
  nvtx3::mark("end");
  cudaFree(out);
}

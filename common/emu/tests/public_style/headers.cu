// The names that the toolkit has for parts of its headers, and marks for a profiler.
// shows: guards and macros | the toolkit's smaller headers (`driver_types.h`, `math_functions.h`, `sm_20_intrinsics.h`, ...), `nvtx3/nvToolsExt.h`
// compared: H200, CUDA 13.0, 2026-11-24
#include <builtin_types.h>
#include <channel_descriptor.h>
#include <device_atomic_functions.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <host_defines.h>
#include <library_types.h>
#include <math_functions.h>
#include <nvtx3/nvToolsExt.h>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <texture_types.h>
#include <vector_functions.h>
#include <stdio.h>

__global__ void kernel(double *sum) {
  atomicAdd(sum, rsqrt(4.0) * __popc(__ballot_sync(~0u, threadIdx.x & 1)));
}

int main() {
  double *d, h = 0;
  nvtxRangePush("whole");
  cudaMalloc((void **)&d, sizeof h);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  nvtxMark("launch");
  kernel<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  nvtxRangePop();
  printf("%g\n", h); // 32 lanes of 16 / 2
  cudaFree(d);
}

// A part of dynamic shared memory behind a pointer that is __restrict__ has its name and its fields, too.
// expect: race-shared kernel=neighbour at=@read other=@write block=0,0,0 what~"bodies[1].mass"
// may: uninitialised-read kernel=neighbour at=@read
// fixed: The same exchange with its barrier.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

struct body {
  float at, mass;
};

__global__ void neighbour(float *out) {
  extern __shared__ char raw[];
  body *__restrict__ bodies = reinterpret_cast<body *>(out ? &raw[0] : nullptr);
  bodies[threadIdx.x].mass = threadIdx.x; // @write
#ifdef FIXED
  __syncthreads();
#endif
  out[threadIdx.x] = bodies[(threadIdx.x + 1) % 32].mass; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  neighbour<<<1, 32, 32 * sizeof(body)>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}

// A kernel's memcpy copies more than the buffer holds.
// expect: out-of-bounds kernel=copy at=@copy block=0,0,0 thread=0,0,0 what~"reads element"
// fixed: A kernel's memcpy copies as much as the buffer holds.
// prints: cudaSuccess
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void copy(const float *in, float *out, int n) {
  float room[64];
  memcpy(room, in, n); // @copy
  out[0] = room[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
#ifdef FIXED
  copy<<<1, 1>>>(in, out, 32 * sizeof(float));
#else
  copy<<<1, 1>>>(in, out, 33 * sizeof(float));
#endif
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
  return 0;
}

// Where a part of dynamic shared memory has no one name and shape, it is told as an element of the whole.
// expect: race-shared kernel=two_shapes what~"writes raw, element 35 (4-byte elements)"
// expect: race-shared kernel=moved what~"writes raw, element 35 (4-byte elements)"
// expect: race-shared kernel=swapped what~"writes raw, element 35 (4-byte elements)"
// expect: race-shared kernel=of_each_warp what~"writes raw, element 35 (4-byte elements)"
// expect: race-shared kernel=one_element what~"writes raw, element 35 (4-byte elements)"
// fixed: A barrier stands between the two writes.
// prints: 7
#include <stdio.h>

#ifdef FIXED
#define THEN __syncthreads();
#else
#define THEN
#endif
// Thread 0 writes the element, then thread 32 of another warp does.
#define WRITTEN_TWICE(element)                                                                               \
  if (threadIdx.x == 0) element = 3;                                                                         \
  THEN if (threadIdx.x == 32) *out = element = 7;

__global__ void two_shapes(float *out) {
  extern __shared__ float raw[];
  float(*s)[33] = (float(*)[33])raw;
  float(*t)[32] = (float(*)[32])raw;
  if (threadIdx.x == 1) t[0][0] = 0;
  WRITTEN_TWICE(s[1][2])
}

__global__ void moved(float *out) {
  extern __shared__ float raw[];
  float(*s)[33] = (float(*)[33])raw;
  s++;
  WRITTEN_TWICE(s[0][2])
}

__device__ void swap(float *&a, float *&b) {
  float *c = a;
  a = b;
  b = c;
}

__global__ void swapped(float *out) {
  extern __shared__ float raw[];
  float *a = raw, *b = raw + 33;
  swap(a, b);
  WRITTEN_TWICE(a[2])
}

__global__ void of_each_warp(float *out) {
  extern __shared__ float raw[];
  float(*s)[33] = (float(*)[33])raw + threadIdx.x / 32;
  __syncthreads();
  WRITTEN_TWICE(s[threadIdx.x < 32][2])
}

__global__ void one_element(float *out) {
  extern __shared__ float raw[];
  if (threadIdx.x == 0) raw[35] = 0;
  __syncthreads();
  float first = raw[35];
  __syncthreads();
  if (first == 0) {
    WRITTEN_TWICE(raw[35])
  }
}

int main() {
  float *out, last = 7;
  cudaMalloc(&out, sizeof *out);
  two_shapes<<<1, 64, 512>>>(out);
  moved<<<1, 64, 512>>>(out);
  swapped<<<1, 64, 512>>>(out);
  of_each_warp<<<1, 64, 512>>>(out);
  one_element<<<1, 64, 512>>>(out);
#ifdef FIXED
  cudaMemcpy(&last, out, sizeof last, cudaMemcpyDeviceToHost);
#endif
  printf("%g\n", last);
  cudaFree(out);
}

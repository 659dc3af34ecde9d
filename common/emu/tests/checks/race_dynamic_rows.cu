// Dynamic shared memory that a kernel casts to rows, or to a struct, is told by row and column, or by member.
// expect: race-shared kernel=by_cast what~"s[1][2], element 35 (4-byte elements) of raw"
// expect: race-shared kernel=by_auto what~"s[1][2], element 37 (4-byte elements) of line"
// expect: race-shared kernel=by_type what~"[1][2], element 35 (4-byte elements) of raw"
// expect: race-shared kernel=by_pointer what~"t->a[1][2], element 36 (4-byte elements) of bytes"
// expect: race-shared kernel=by_reference what~"t.a[1][2], element 36 (4-byte elements) of bytes"
// expect: race-shared kernel=by_declaration what~"s[1][2], which"
// expect: race-shared kernel=by_parts<64> what~"b[3], element 67 (4-byte elements) of both"
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

typedef float row[33];
struct tiles {
  int n;
  float a[32][33];
};

__global__ void by_cast(float *out) {
  extern __shared__ float raw[];
  float(*s)[33] = (float(*)[33])raw;
  WRITTEN_TWICE(s[1][2])
}

__global__ void by_auto(float *out) {
  extern __shared__ float line[];
  const auto s = reinterpret_cast<float(*)[35]>(line);
  WRITTEN_TWICE(s[1][2])
}

__global__ void by_type(float *out) {
  extern __shared__ float raw[];
  row *s = (row *)raw;
  WRITTEN_TWICE(s[1][2])
}

__global__ void by_pointer(float *out) {
  extern __shared__ char bytes[];
  tiles *t = (tiles *)bytes;
  WRITTEN_TWICE(t->a[1][2])
}

__global__ void by_reference(float *out) {
  extern __shared__ char bytes[];
  auto &t = *reinterpret_cast<tiles *>(bytes);
  WRITTEN_TWICE(t.a[1][2])
}

__global__ void by_declaration(float *out) {
  extern __shared__ float s[][33];
  WRITTEN_TWICE(s[1][2])
}

template <int N> __global__ void by_parts(float *out) {
  extern __shared__ float both[];
  float *a = both, *b = &a[N];
  WRITTEN_TWICE(b[3])
}

int main() {
  float *out, last = 7;
  cudaMalloc(&out, sizeof *out);
  by_cast<<<1, 64, sizeof(tiles)>>>(out);
  by_auto<<<1, 64, sizeof(tiles)>>>(out);
  by_type<<<1, 64, sizeof(tiles)>>>(out);
  by_pointer<<<1, 64, sizeof(tiles)>>>(out);
  by_reference<<<1, 64, sizeof(tiles)>>>(out);
  by_declaration<<<1, 64, sizeof(tiles)>>>(out);
  by_parts<64><<<1, 64, sizeof(tiles)>>>(out);
#ifdef FIXED
  cudaMemcpy(&last, out, sizeof last, cudaMemcpyDeviceToHost);
#endif
  printf("%g\n", last);
  cudaFree(out);
}

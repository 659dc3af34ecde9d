// Of structs in shared memory one field stays unwritten: it is named, also where it is an array, a vector's part or reached
// by no index.
// expect: uninitialised-read kernel=fields at=@last what~"reads bodies[7].mass, which"
// expect: uninitialised-read kernel=fields at=@inner what~"reads bodies[7].place[2], which"
// expect: uninitialised-read kernel=fields at=@part what~"reads vector[3].z, which"
// expect: uninitialised-read kernel=fields at=@rows what~"reads one.cells[1][2], which"
// fixed: Every field that is read is written.
// prints: 1
#include <stdio.h>

struct body {
  float place[3], speed;
  float mass;
};
struct grid {
  int n;
  float cells[4][8];
};

__global__ void fields(float *out) {
  __shared__ body bodies[8];
  __shared__ float4 vector[4];
  __shared__ grid one;
  int t = threadIdx.x;
  if (t == 0) {
    out[0] = 1;
#ifdef FIXED
    bodies[7].mass = bodies[7].place[2] = vector[3].z = one.cells[1][2] = 0;
#endif
    out[1] = bodies[7].mass;     // @last
    out[2] = bodies[7].place[2]; // @inner
    out[3] = vector[3].z;        // @part
    out[4] = one.cells[1][2];    // @rows
  }
}

int main() {
  float *out, first;
  cudaMalloc(&out, 5 * sizeof *out);
  fields<<<1, 32>>>(out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  printf("%g\n", first);
  cudaFree(out);
}

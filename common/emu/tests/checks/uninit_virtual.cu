// A member that no constructor sets, read by a virtual function.
// expect: uninitialised-read kernel=use at=@size
// fixed: The size of both objects is set.
// prints: 40
#include <cstdio>
#include <new>
#include <cuda_runtime.h>

struct shape {
  int sides = 4, size;
  __device__ virtual int around() const {
    return sides * size; // @size
  }
};
struct triangle : shape {
  __device__ triangle() {
    sides = 3;
  }
  __device__ int around() const override {
    return 3 * size + 1;
  }
};

__global__ void make(shape **s, void *room) {
  s[0] = new triangle;
  s[1] = new (room) shape;
  s[0]->size = 5;
#ifdef FIXED
  s[1]->size = 6;
#endif
}

__global__ void use(shape **s, int *out) {
  out[0] = s[0]->around() + s[1]->around();
  delete s[0];
}

int main() {
  shape **s;
  void *room;
  int *out, h = 0;
  cudaMalloc(&s, 2 * sizeof *s);
  cudaMalloc(&room, sizeof(shape));
  cudaMalloc(&out, sizeof h);
  make<<<1, 1>>>(s, room);
  use<<<1, 1>>>(s, out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(s);
  cudaFree(room);
  cudaFree(out);
  return 0;
}

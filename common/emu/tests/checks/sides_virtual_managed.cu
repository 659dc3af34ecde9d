// An object with virtual functions is constructed on the host, in managed memory.
// expect: host-pointer-in-kernel kernel=ask at=@call block=0,0,0 other=@launch what~"class square that host code has constructed"
// fixed: Each side asks the object that it has constructed itself.
// prints: 9 9
#include <cstdio>
#include <cuda_runtime.h>
#include <new>

struct shape {
  int id;
  __host__ __device__ shape(int id) : id(id) {}
  __host__ __device__ virtual int area() const {
    return id;
  }
};
struct square : shape {
  int side;
  __host__ __device__ square(int side) : shape(1), side(side) {}
  __host__ __device__ int area() const override {
    return side * side;
  }
};

__global__ void make(shape *p) {
  new (p) square(3);
}
__global__ void ask(const shape *p, int *out) {
  out[0] = p->area(); // @call
}

int main() {
  shape *p, *q;
  int *out;
  cudaMallocManaged(&p, sizeof(square));
  cudaMallocManaged(&q, sizeof(square));
  cudaMallocManaged(&out, sizeof *out);
  new (p) square(3);
  make<<<1, 1>>>(q);
#ifdef FIXED
  ask<<<1, 1>>>(q, out);
#else
  ask<<<1, 1>>>(p, out); // @launch
#endif
  cudaDeviceSynchronize();
  printf("%d %d\n", *out, p->area());
  cudaFree(out);
  cudaFree(q);
  cudaFree(p);
  return 0;
}

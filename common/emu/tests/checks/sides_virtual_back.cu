// Host code calls a virtual function of an object that a kernel has constructed.
// expect: device-pointer-on-host at=@call what~"class square that a kernel has constructed" advice~"construct the object where its functions are called: host"
// fixed: It constructs one of its own from the data.
// prints: 9
#include <cstdio>
#include <cstdlib>
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

static int area_of(const shape *p) {
  return p->area(); // @call
}

int main() {
  square *p, *h = (square *)malloc(sizeof *h);
  cudaMalloc(&p, sizeof *p);
  make<<<1, 1>>>(p);
  cudaMemcpy((void *)h, p, sizeof *h, cudaMemcpyDeviceToHost);
#ifdef FIXED
  square own(h->side);
  printf("%d\n", area_of(&own));
#else
  printf("%d\n", area_of(h));
#endif
  cudaFree(p);
  free(h);
  return 0;
}

// An object with virtual functions is constructed on the host and copied.
// expect: host-pointer-in-kernel kernel=ask at=@call block=0,0,0 other=@launch what~"class square that host code has constructed" advice~"construct the object where its functions are called: a"
// fixed: A kernel constructs it.
// prints: 9
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
  shape *p;
  int *d, h = -1;
  cudaMalloc(&p, sizeof(square));
  cudaMalloc(&d, sizeof *d);
  square of_host(3);
#ifdef FIXED
  make<<<1, 1>>>(p);
  square back(0);
  cudaMemcpy((void *)&back, p, sizeof(square), cudaMemcpyDeviceToHost); // its data, not its functions
  cudaMemcpy(p, (void *)&back, sizeof(square), cudaMemcpyHostToDevice);
#else
  cudaMemcpy(p, (void *)&of_host, sizeof of_host, cudaMemcpyHostToDevice);
#endif
  ask<<<1, 1>>>(p, d); // @launch
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(p);
  cudaFree(d);
  return 0;
}

// Shapes made by new in a kernel, used through virtual functions in another, deleted in a third.
// shows: kernels | virtual functions, `new` and `delete` of classes, abstract bases, destructors
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>

class Shape {
public:
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const {
    return 0;
  }
  __device__ virtual ~Shape() {}
};
class Square : public Shape {
  float side;

public:
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override {
    return side * side;
  }
  __device__ int corners() const override {
    return 4;
  }
};
class Disc : public Shape {
  float radius;

public:
  __device__ Disc(float r) : radius(r) {}
  __device__ float area() const override {
    return 3 * radius * radius;
  }
};

__device__ int destroyed;
class Counted final : public Square {
public:
  __device__ Counted(float s) : Square(s) {}
  __device__ ~Counted() {
    atomicAdd(&destroyed, 1);
  }
};

__global__ void create(Shape **list, int n) {
  int i = threadIdx.x;
  if (i < n)
    list[i] = i % 3 == 0 ? (Shape *)new Square(i) : i % 3 == 1 ? (Shape *)new Disc(i) : new Counted(2 * i);
}
__global__ void measure(Shape **list, int n, float *area, int *corners) {
  int i = threadIdx.x;
  if (i >= n) return;
  area[i] = list[i]->area();
  atomicAdd(corners, list[i]->corners());
}
__global__ void destroy(Shape **list, int n) {
  if (threadIdx.x < n) delete list[threadIdx.x];
}

int main() {
  const int n = 9;
  Shape **list;
  float *area;
  int *corners, gone;
  cudaMallocManaged(&list, n * sizeof *list);
  cudaMallocManaged(&area, n * sizeof *area);
  cudaMallocManaged(&corners, sizeof *corners);
  *corners = 0;
  create<<<1, 32>>>(list, n);
  measure<<<1, 32>>>(list, n, area, corners);
  destroy<<<1, 32>>>(list, n);
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&gone, destroyed, sizeof gone);
  for (int i = 0; i < n; i++) printf("%g ", area[i]);
  printf("\n%d corners, %d counted ones gone\n", *corners, gone);
  cudaFree(list);
  cudaFree(area);
  cudaFree(corners);
}

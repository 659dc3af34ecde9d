// A class that keeps its data private and names kernels as friends; static members, nested types, operators.
// shows: launches | kernels as friends of a class, static device members, nested types, operators, default arguments
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>

class Vector;
__global__ void scale(Vector v, float by);
template <typename Op> __global__ void combine(Vector to, Vector from, Op op);

class Vector {
  float *data;
  int count;
  __device__ static float twice(float x) {
    return factor * x;
  }
  friend __global__ void scale(Vector v, float by);
  template <typename Op> friend __global__ void combine(Vector to, Vector from, Op op);

public:
  enum Size { Small = 8, Large = 64 };
  struct Plus {
    __device__ float operator()(float a, float b) const {
      return a + b;
    }
  };
  static constexpr float factor = 2.0f;
  explicit Vector(int n = Small) : count(n) {
    cudaMallocManaged(&data, n * sizeof(float));
    for (int i = 0; i < n; i++) data[i] = i;
  }
  void release() {
    cudaFree(data);
  }
  Vector &operator*=(float by) {
    scale<<<1, count>>>(*this, by);
    return *this;
  }
  Vector &operator+=(const Vector &other);
  float operator[](int i) const {
    cudaDeviceSynchronize();
    return data[i];
  }
};
__global__ void scale(Vector v, float by) {
  v.data[threadIdx.x] = Vector::twice(v.data[threadIdx.x]) * by;
}
template <typename Op> __global__ void combine(Vector to, Vector from, Op op) {
  to.data[threadIdx.x] = op(to.data[threadIdx.x], from.data[threadIdx.x]);
}
Vector &Vector::operator+=(const Vector &other) {
  combine<<<1, count>>>(*this, other, Plus());
  return *this;
}

int main() {
  Vector a, b(Vector::Large);
  a *= 1.5f;
  a += b;
  printf("%g %g %g\n", a[0], a[1], a[7]); // (2 * 1.5 + 1) i
  a.release();
  b.release();
}

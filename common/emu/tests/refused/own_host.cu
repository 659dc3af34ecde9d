// Host functions of an included header in device code, which nvcc refuses, beside those that it lets pass.
#include "own_host.h"
#include <algorithm>

int declared_for_the_device(int x) {
  return x;
}

__device__ int local_class() {
  struct Two {
    int get() const {
      return 2;
    }
    __device__ int get_here() const {
      return 2;
    }
  } two;
#ifndef KEPT
  two.get(); // refused: local_class()::Two::get, a host function (own_host.cu, line 11), is called by the device function local_class
#endif
  return two.get_here();
}

__host__ __device__ int on_both(int x) { // nvcc only warns
  return plain(x);
}

template <class F> __device__ int apply(F f) {
  return f(3);
}

__global__ void k(int *p, Number a, Number b) {
  int x = p[0];
#ifndef KEPT
  p[1] = plain(x);        // refused: plain, a host function (own_host.h, line 5), is called by the kernel k
  p[2] = marked(x);       // refused: marked, a host function (own_host.h, line 8)
  p[3] = of_template(x);  // refused: of_template<int>, a host function (own_host.h, line 11)
  p[4] = overloads::g(x); // refused: overloads::g, a host function
  p[5] = a.get();         // refused: Number::get, a host function
  Number sum = a + b;     // refused: Number::operator+, a host function
  Wrapped other(x);       // refused: Wrapped::Wrapped, a host function
  p[6] = sum.v + other.v;
#endif
  p[7] = constant(x) + constant_of(x) + both(x) + declared_for_the_device(x) + overloads::f(x);
  p[8] = a.get_here() + a.get_anywhere() + Number().v + local_class();
  p[9] = [](int y) { return y + 1; }(x) + apply([=](int y) { return x + y; }) + std::max(x, 2) + on_both(x);
}

int main() {
  return plain(0) + marked(0) + of_template(0) + overloads::g(0) + Number(1).get() == -1;
}

// Functions of a header that refused/own_host.cu includes: for the host alone, for both, constexpr, for the device.
#ifndef OWN_HOST_H
#define OWN_HOST_H

inline int plain(int x) {
  return x + 1;
}
__host__ inline int marked(int x) {
  return x + 1;
}
template <class T> T of_template(T x) {
  return x + x;
}
constexpr int constant(int x) {
  return x + 2;
}
template <class T> constexpr T constant_of(T x) {
  return x + x;
}
__host__ __device__ inline int both(int x) {
  return x;
}
__device__ int declared_for_the_device(int x);

namespace overloads {
inline float f(float x) {
  return 2 * x;
}
__device__ inline int f(int x) {
  return x;
}
inline int g(int x) {
  return x;
}
} // namespace overloads

struct Number {
  int v = 0;
  Number() = default;
  Number(int v) : v(v) {}
  int get() const {
    return v;
  }
  __device__ int get_here() const {
    return v;
  }
  constexpr int get_anywhere() const {
    return v;
  }
  Number operator+(const Number &o) const {
    return Number(v + o.v);
  }
};

struct Wrapped {
  int v;
  Wrapped(int x) : v(x) {}
};

#endif

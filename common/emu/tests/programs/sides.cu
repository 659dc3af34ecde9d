// What host code may do with the device's variables, functions and objects: all of it is right.
// prints: sides: ok
#include "check.h"

#include <cstring>
#include <new>
#include <vector>

static int checks;
#define CHECK(right) expect("check", checks++, (right) ? 1 : 0, 1)
typedef int (*function)(int);

namespace deep {
__device__ int plain[4] = {1, 2, 3, 4};
static __device__ int *to_plain = &plain[2]; // the device's own pointer to it
inline __device__ int inlined = 5;
} // namespace deep
__constant__ int constants[4];
__constant__ const int fixed[2] = {7, 8};
__managed__ int managed = 3;
static __device__ float matrix[2][3];
extern __device__ int declared_first;
__device__ int declared_first = 6;
template <class T> __device__ T of_template = T(9);
__device__ int up(int x) {
  return x + 1;
}
__host__ __device__ int both(int x) {
  return x * 2;
}
__device__ function of_device[2] = {up, both};
static function of_host[2] = {both, both}; // which host code calls
static constexpr int count = sizeof(deep::plain) / sizeof *deep::plain;
typedef decltype(deep::plain) four_ints;

template <int *where> __global__ void at(int *out) {
  out[0] = where[1];
}
__global__ void sum(int *out, int *pointer, function f) {
  out[0] =
      *deep::to_plain + deep::inlined + constants[1] + fixed[1] + managed + declared_first + of_template<int>;
  out[1] = pointer[0] + f(1) + of_device[1](2);
  out[2] = (int)matrix[1][2];
}
template <class F> __global__ void apply(int *out, F f) {
  out[0] = f(3);
}
template <function f> __global__ void by_parameter(int *out) {
  out[0] = f(4);
}

template <class T> static void upload(T &symbol, const void *from) { // a reference to a symbol
  CHECK(cudaMemcpyToSymbol(symbol, from, sizeof symbol) == cudaSuccess);
}

struct shape {
  __host__ __device__ virtual int area() const {
    return 1;
  }
  __host__ __device__ virtual ~shape() {}
};
struct square : shape {
  int side;
  __host__ __device__ square(int side) : side(side) {}
  __host__ __device__ int area() const override {
    return side * side;
  }
};
__global__ void make(shape **p) {
  *p = new square(4);
}
__global__ void ask(shape **p, int *out) {
  out[0] = (*p)->area();
  delete *p;
}

static const char *const names[] = {"first", "second"}; // texts of the host that it reads itself

int main() {
  int *out, h[4] = {0}, c[4] = {10, 20, 30, 40}, *pointer;
  float m = 2.5f;
  function f;
  size_t bytes;
  CHECK(cudaMalloc(&out, sizeof h) == cudaSuccess && cudaMemset(out, 0, sizeof h) == cudaSuccess);
  upload(constants, c);
  CHECK(cudaMemcpyToSymbol(matrix, &m, sizeof m, 5 * sizeof m) == cudaSuccess);
  CHECK(cudaGetSymbolAddress((void **)&pointer, deep::plain) == cudaSuccess);
  CHECK(cudaGetSymbolSize(&bytes, deep::plain) == cudaSuccess && bytes == sizeof(four_ints) && count == 4);
  CHECK(cudaMemcpyFromSymbol(&f, of_device, sizeof f) == cudaSuccess);
  sum<<<1, 1>>>(out, pointer, f);
  CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(h[0] == 3 + 5 + 20 + 8 + 3 + 6 + 9);
  CHECK(h[1] == 1 + 2 + 4);
  CHECK(h[2] == 2);
  at<deep::plain><<<1, 1>>>(out);
  CHECK(cudaMemcpy(h, out, sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess && h[0] == 2);
  apply<<<1, 1>>>(out, [=] __device__(int x) { return x + deep::plain[3] + up(x); });
  CHECK(cudaMemcpy(h, out, sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess && h[0] == 3 + 4 + 4);
  by_parameter<up><<<1, 1>>>(out);
  CHECK(cudaMemcpy(h, out, sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess && h[0] == 5);
  CHECK(of_host[managed > 100](5) == 10 && both(6) == 12 && fixed[h[0] > 4] == 8 &&
        !strcmp(names[h[0] > 4], "second"));
  CHECK(cudaMemset(pointer, 0, sizeof(four_ints)) == cudaSuccess);
  CHECK(cudaMemcpyFromSymbol(h, deep::plain, sizeof h) == cudaSuccess && h[2] == 0);
  managed = 11;
  CHECK(cudaMemcpy(h, &managed, sizeof *h, cudaMemcpyDefault) == cudaSuccess && h[0] == 11);
  shape **p, *own = new square(5);
  CHECK(cudaMalloc(&p, sizeof *p) == cudaSuccess);
  make<<<1, 1>>>(p);
  ask<<<1, 1>>>(p, out);
  CHECK(cudaMemcpy(h, out, sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess && h[0] == 16 &&
        own->area() == 25);
  delete own;
  std::vector<int> all(4);
  CHECK(cudaMemcpy(all.data(), out, 4, cudaMemcpyDeviceToHost) == cudaSuccess && all[0] == 16);
  char *large = (char *)malloc(1 << 20); // some of a block, to its last byte
  CHECK(cudaMemcpy(large + (1 << 20) - 16, out, 16, cudaMemcpyDeviceToHost) == cudaSuccess);
  struct {
    int before, room[4];
  } member;
  CHECK(cudaMemcpy(member.room, out, sizeof member.room, cudaMemcpyDeviceToHost) == cudaSuccess);
  free(large);
  cudaFree(p);
  cudaFree(out);
  return finish("sides");
}

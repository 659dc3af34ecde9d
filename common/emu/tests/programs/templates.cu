// Templates, device functions, member functions, lambdas, function pointers and recursion in kernels.
// prints: templates: ok
#include "check.h"

namespace math {
template <class T> __host__ __device__ inline T square(T x) {
  return x * x;
}
struct Line {
  float slope, offset;
  __host__ __device__ Line(float slope, float offset) : slope(slope), offset(offset) {}
  __host__ __device__ float operator()(float x) const {
    return slope * x + offset;
  }
};
namespace kernels {
template <class T, class F> __global__ void map(T *out, const T *in, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}
} // namespace kernels
} // namespace math

template <class T> struct Add {
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
  static constexpr T identity = 0;
};
template <class T> struct Max {
  __device__ T operator()(T a, T b) const {
    return a > b ? a : b;
  }
  static constexpr T identity = -1000;
};

template <class T, template <class> class Op, int BLOCK>
__global__ void __launch_bounds__(BLOCK) fold(const T *in, T *out, int n) {
  __shared__ T s[BLOCK];
  Op<T> op;
  T v = Op<T>::identity;
  for (int i = threadIdx.x; i < n; i += BLOCK) v = op(v, in[i]);
  s[threadIdx.x] = v;
  __syncthreads();
#pragma unroll
  for (int step = BLOCK / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + step]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = s[0];
}

template <int N> struct Power {
  static __device__ __forceinline__ int of(int x) {
    return x * Power<N - 1>::of(x);
  }
};
template <> struct Power<0> {
  static __device__ __forceinline__ int of(int) {
    return 1;
  }
};
__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
typedef int (*operation)(int);
__device__ int twice(int x) {
  return 2 * x;
}
__device__ int negated(int x) {
  return -x;
}
__device__ operation table[2] = {twice, negated};

__global__ void devices(int *out) {
  int i = threadIdx.x;
  if (i < 4)
    out[i] = Power<3>::of(i);
  else if (i < 12)
    out[i] = fibonacci(i);
  else
    out[i] = table[i % 2](i);
}

__global__ void overloaded(int *out, int) {
  *out = 1;
}
__global__ void overloaded(int *out, float) {
  *out = 2;
}

int main() {
  const int n = 300;
  Both<float> in(n), out(n);
  for (int i = 0; i < n; i++) in.host[i] = i;
  in.to_device();
  math::kernels::map<float, math::Line><<<3, 128>>>(out.device, in.device, n, math::Line(2, 1));
  out.to_host();
  for (int i = 0; i < n; i++) expect("line", i, out.host[i], 2.0f * i + 1);
  using namespace math;
  kernels::map<<<3, 128>>>(out.device, in.device, n, Line(3, 0));
  out.to_host();
  for (int i = 0; i < n; i++) expect("deduced", i, out.host[i], square(1.0f) * 3 * i);

  Both<int> ints(n), result(16);
  for (int i = 0; i < n; i++) ints.host[i] = (i * 37) % 101 - 50;
  ints.to_device();
  int sum = 0, most = -1000;
  for (int i = 0; i < n; i++) sum += ints.host[i], most = ints.host[i] > most ? ints.host[i] : most;
  fold<int, Add, 64><<<1, 64>>>(ints.device, result.device, n);
  fold<int, Max, (1 << 7)><<<1, 128>>>(ints.device, result.device + 1, n);
  result.to_host();
  expect("sum", 0, result.host[0], sum);
  expect("max", 0, result.host[1], most);

  devices<<<1, 16>>>(result.device);
  result.to_host();
  const int wanted[16] = {0, 1, 8, 27, 3, 5, 8, 13, 21, 34, 55, 89, 24, -13, 28, -15};
  for (int i = 0; i < 16; i++) expect("devices", i, result.host[i], wanted[i]);

  overloaded<<<1, 1>>>(result.device, 1);
  overloaded<<<1, 1>>>(result.device + 1, 1.0f);
  result.to_host();
  expect("overload", 0, result.host[0], 1);
  expect("overload", 1, result.host[1], 2);

  void (*chosen)(const int *, int *, int) = fold<int, Add, 32>;
  chosen<<<1, 32>>>(ints.device, result.device, n);
  result.to_host();
  expect("pointer", 0, result.host[0], sum);
  return finish("templates");
}

// Every atomic function on every type it has, in global and in shared memory.
// shows: kernels | atomics with their `_block` and `_system` forms
// prints: atomics: ok
#include "check.h"

template <class T> __global__ void adds(T *out, int n) {
  __shared__ T s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&out[0], (T)(i % 5));
    atomicAdd(&s, (T)1);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&out[1], s);
}

template <class T> void check_adds(const char *name) {
  const int n = 1000;
  Both<T> out(2);
  adds<<<5, 256>>>(out.device, n);
  out.to_host();
  expect(name, 0, out.host[0], (T)2000);
  expect(name, 1, out.host[1], (T)n);
}

template <class T> __global__ void extremes(T *out) {
  T v = (T)((threadIdx.x * 37 + blockIdx.x * 11) % 101);
  atomicMin(&out[0], v);
  atomicMax(&out[1], v);
}

template <class T> void check_extremes(const char *name) {
  Both<T> out(2);
  out.host[0] = 50;
  out.host[1] = 50;
  out.to_device();
  extremes<<<2, 101>>>(out.device);
  out.to_host();
  expect(name, 0, out.host[0], (T)0);
  expect(name, 1, out.host[1], (T)100);
}

template <class T> __global__ void bits(T *out) {
  T bit = (T)1 << (threadIdx.x % 31);
  atomicOr(&out[0], bit);
  atomicAnd(&out[1], (T)~bit);
  atomicXor(&out[2], bit);
}

template <class T> void check_bits(const char *name) {
  Both<T> out(3);
  out.host[1] = (T)0x7fffffff;
  out.to_device();
  bits<<<1, 10>>>(out.device);
  out.to_host();
  expect(name, 0, out.host[0], (T)0x3ff);
  expect(name, 1, out.host[1], (T)0x7ffffc00);
  expect(name, 2, out.host[2], (T)0x3ff);
}

template <class T> __global__ void exchanges(T *chain, T *seen, T *locked) {
  T me = (T)(threadIdx.x + 1);
  seen[threadIdx.x] = atomicExch(chain, me);
  T old = *locked, assumed;
  do {
    assumed = old;
    old = atomicCAS(locked, assumed, (T)(assumed + me));
  } while (old != assumed);
}

template <class T> void check_exchanges(const char *name) {
  Both<T> chain(1), seen(64), locked(1);
  exchanges<<<1, 64>>>(chain.device, seen.device, locked.device);
  chain.to_host();
  seen.to_host();
  locked.to_host();
  T sum = chain.host[0];
  for (int i = 0; i < 64; i++) sum += seen.host[i];
  expect(name, 0, sum, (T)(64 * 65 / 2));
  expect(name, 1, locked.host[0], (T)(64 * 65 / 2));
}

__global__ void others(unsigned *out, int *i, float *f) {
  atomicSub(&out[0], 2u);
  atomicSub(i, 3);
  atomicInc(&out[1], 6);
  atomicDec(&out[2], 6);
  atomicExch(f, 2.5f);
}

// A CAS loop builds what the hardware lacks: a product of floats.
__device__ float multiply(float *address, float v) {
  int *bits = (int *)address, old = *(volatile int *)bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(v * __int_as_float(assumed)));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void product(float *out) {
  multiply(out, threadIdx.x % 2 ? 2 : 0.5f);
}

int main() {
  check_adds<int>("add int");
  check_adds<unsigned>("add unsigned");
  check_adds<unsigned long long>("add unsigned long long");
  check_adds<float>("add float");
  check_adds<double>("add double");
  check_extremes<int>("extremes int");
  check_extremes<unsigned>("extremes unsigned");
  check_extremes<long long>("extremes long long");
  check_extremes<unsigned long long>("extremes unsigned long long");
  check_bits<int>("bits int");
  check_bits<unsigned>("bits unsigned");
  check_bits<unsigned long long>("bits unsigned long long");
  check_exchanges<int>("exchanges int");
  check_exchanges<unsigned>("exchanges unsigned");
  check_exchanges<unsigned long long>("exchanges unsigned long long");

  Both<unsigned> out(3);
  Both<int> i(1);
  Both<float> f(1);
  out.host[0] = 1000;
  out.to_device();
  others<<<2, 50>>>(out.device, i.device, f.device);
  out.to_host();
  i.to_host();
  f.to_host();
  expect("sub unsigned", 0, out.host[0], 800u);
  expect("inc", 0, out.host[1], 100u % 7);
  expect("dec", 0, out.host[2], (7 - 100u % 7) % 7);
  expect("sub int", 0, i.host[0], -300);
  expect("exch float", 0, f.host[0], 2.5f);
  f.host[0] = 3;
  f.to_device();
  product<<<1, 64>>>(f.device);
  f.to_host();
  expect("product", 0, f.host[0], 3.0f);
  return finish("atomics");
}

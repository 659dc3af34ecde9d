// Every atomic of every type, and those that programs build from atomicCAS.
// shows: kernels | atomics of int, unsigned, 64 bits, float, double, half; wrapping ones; loops of `atomicCAS`
// compared: H200, CUDA 13.0, 2026-11-24
// bug: race-global
#include <cuda_fp16.h>
#include <stdio.h>

struct All {
  int add, sub, minimum, maximum, bits_and, bits_or, bits_xor, plain, early;
  unsigned increment, decrement, exchanged;
  unsigned long long wide, wide_max, wide_min;
  float real;
  double precise, greatest;
  __half half;
};
__device__ double atomic_max(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(fmax(value, __longlong_as_double(assumed))));
  } while (assumed != old);
  return __longlong_as_double(old);
}
// Most threads leave by the first load: there is nothing to raise.
__device__ void raise_to(int *address, int value) {
  int old = *address;
  while (old < value) {
    int assumed = old;
    old = atomicCAS(address, assumed, value);
    if (old == assumed) break;
  }
}
__global__ void work(All *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; // 0 to 127
  atomicAdd(&a->add, i);
  atomicSub(&a->sub, i);
  atomicMin(&a->minimum, i - 50);
  atomicMax(&a->maximum, i - 50);
  atomicAnd(&a->bits_and, ~(1 << (i % 4)));
  atomicOr(&a->bits_or, 1 << (i % 8));
  atomicXor(&a->bits_xor, i);
  atomicInc(&a->increment, 99); // 0 to 99 and again
  atomicDec(&a->decrement, 49);
  if (i == 77) atomicExch(&a->exchanged, 5u);
  atomicAdd(&a->wide, 1ull << 33);
  atomicMax(&a->wide_max, (unsigned long long)i << 40);
  atomicMin(&a->wide_min, (unsigned long long)i + 3);
  atomicAdd(&a->real, 0.5f);
  atomicAdd(&a->precise, 0.25);
  atomic_max(&a->greatest, i * 1.5);
  raise_to(&a->early, i * 37 % 128);
  atomicAdd(&a->half, __float2half(1.0f));
#ifdef BUG
  a->plain++;
#endif
}

int main() {
  All *d, a;
  cudaMalloc(&d, sizeof a);
  cudaMemset(d, 0, sizeof a);
  a.bits_and = 0xff;
  cudaMemcpy(&d->bits_and, &a.bits_and, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(&d->wide_min, 0xff, sizeof a.wide_min);
  work<<<4, 32>>>(d);
  cudaMemcpy(&a, d, sizeof a, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %#x %#x %d\n", a.add, a.sub, a.minimum, a.maximum, a.bits_and, a.bits_or, a.bits_xor);
  printf("%u %u %u %llu %llu %llu\n", a.increment, a.decrement, a.exchanged, a.wide >> 33, a.wide_max >> 40,
         a.wide_min);
  printf("%g %g %g %g %d\n", a.real, a.precise, a.greatest, __half2float(a.half), a.early);
  cudaFree(d);
}

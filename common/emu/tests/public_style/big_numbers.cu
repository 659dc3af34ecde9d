// Integers of 256 bits with carries, 64-bit products, bit tricks, Fibonacci numbers against known ones.
// shows: intrinsics | `__umul64hi`, `__clzll`, `__brev`, `__funnelshift_l`, `__byte_perm`, 64-bit shifts, unsigned overflow
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>

struct Big {
  unsigned long long limb[4];
  __host__ __device__ friend Big operator+(const Big &a, const Big &b) {
    Big c;
    unsigned long long carry = 0;
    for (int i = 0; i < 4; i++) {
      unsigned long long sum = a.limb[i] + b.limb[i], next = sum < a.limb[i];
      c.limb[i] = sum + carry;
      carry = next | (c.limb[i] < sum);
    }
    return c;
  }
};
__global__ void fibonacci(Big *out, int n) {
  Big a = {{0}}, b = {{1}};
  for (int i = 0; i < n; i++) {
    Big c = a + b;
    a = b;
    b = c;
  }
  *out = a;
}
__global__ void bits(unsigned long long *out) {
  out[0] = __umul64hi(~0ull, ~0ull);
  out[1] = __clzll(1ll << 40) * 1000 + __clz(1) * 10 + __ffs(8);
  out[2] = __brev(1u) + __popcll(~0ull);
  out[3] = __funnelshift_l(0x80000000u, 1u, 1);
  out[4] = __byte_perm(0x33221100, 0x77665544, 0x0246);
  out[5] = (unsigned)__mulhi(-2, 1 << 30) + __umulhi(1u << 31, 6u) + __sad(-3, 4, 1u);
}

int main() {
  Big *d, h;
  unsigned long long *b, r[6];
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&b, sizeof r);
  fibonacci<<<1, 1>>>(d, 186); // the last that 128 bits hold
  bits<<<1, 1>>>(b);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
  unsigned __int128 f = 0, g = 1;
  for (int i = 0; i < 186; i++) {
    unsigned __int128 next = f + g;
    f = g;
    g = next;
  }
  printf("%s\n",
         h.limb[0] == (unsigned long long)f && h.limb[1] == (unsigned long long)(f >> 64) && !h.limb[2]
             ? "equal"
             : "different");
  printf("%llx %llu %llx %llx %llx %lld\n", r[0], r[1], r[2], r[3], r[4], (long long)(int)r[5]);
  cudaFree(d);
  cudaFree(b);
}

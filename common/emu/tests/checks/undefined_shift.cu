// A shift by the width or more, or by less than nothing: C++ leaves it open, the hardware clamps the amount.
// note: undefined-arithmetic kernel=shift at=@left what~"32 bits by 32" what~"clamps" advice~"test the amount first"
// note: undefined-arithmetic kernel=shift at=@right what~"32 bits by -1"
// note: undefined-arithmetic kernel=shift at=@assigned what~"64 bits by 64"
// note: undefined-arithmetic kernel=shift at=@macro what~"32 bits by 40"
// fixed: Shifts by amounts that are below the width.
// prints: 80000000 80000000 500000 fffffff8
#include <cstdio>
#define ABOVE(bit) (~0u << (bit))
__global__ void shift(unsigned *out, const int *amount) {
  int t = threadIdx.x;
  out[0] = 1u << amount[t];                     // @left
  out[1] = 0x80000000u >> (amount[t + 1] - 33); // @right
  unsigned long long wide = 5;
  wide <<= amount[t + 2] + 32; // @assigned
  out[2] = (unsigned)wide;
  out[3] = ABOVE(amount[t + 3] + 8); // @macro
}
int main() {
  unsigned *out, host[4];
#ifdef FIXED
  int *amount, amounts[4] = {31, 33, -12, -5};
#else
  int *amount, amounts[4] = {32, 32, 32, 32};
#endif
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&amount, sizeof amounts);
  cudaMemcpy(amount, amounts, sizeof amounts, cudaMemcpyHostToDevice);
  shift<<<1, 1>>>(out, amount);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%x %x %x %x\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
  cudaFree(amount);
  return 0;
}

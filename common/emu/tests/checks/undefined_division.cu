// A whole number divided by zero, and the least by -1: some processors stop, a GPU goes on.
// note: undefined-arithmetic kernel=divide at=@quotient what~"by zero" what~"0xffffffff" advice~"test the divisor first"
// note: undefined-arithmetic kernel=divide at=@remainder what~"by zero"
// note: undefined-arithmetic kernel=divide at=@least what~"by -1" what~"0x80000000" advice~"test the operands first"
// fixed: Divisors that are neither zero nor -1.
// prints: 7 0 1073741823
#include <cstdio>
__global__ void divide(int *out, const int *divisor) {
  out[0] = 7 / divisor[0];                             // @quotient
  out[1] = 7 % divisor[0];                             // @remainder
  out[2] = (divisor[0] - 2147483647 - 1) / divisor[1]; // @least
}
int main() {
#ifdef FIXED
  int *out, *divisor, host[3], divisors[2] = {1, -2};
#else
  int *out, *divisor, host[3], divisors[2] = {0, -1};
#endif
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&divisor, sizeof divisors);
  cudaMemcpy(divisor, divisors, sizeof divisors, cudaMemcpyHostToDevice);
  divide<<<1, 1>>>(out, divisor);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
  cudaFree(divisor);
  return 0;
}

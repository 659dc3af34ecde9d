// A loop doubles its index, which begins with 0.
// expect: deadlock kernel=sum_of_powers at=@loop block=0,0,0 thread=0,0,0 what~"in a loop whose condition nothing changes" advice~"i *= 2 from 0"
// fixed: The index begins with 1.
// prints: 127
#include <cstdio>

__global__ void sum_of_powers(const int *a, int *sum, int n) {
  int i = threadIdx.x, s = 0;
#ifdef FIXED
  for (i++; i < n; i *= 2) s += a[i];
#else
  for (; i < n; i *= 2) s += a[i]; // @loop
#endif
  sum[threadIdx.x] = s;
}

int main() {
  int *d, h[128], s = -1;
  for (int i = 0; i < 128; i++) h[i] = i;
  cudaMalloc(&d, 132 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sum_of_powers<<<1, 4>>>(d, d + 128, 128);
  cudaMemcpy(&s, d + 128, sizeof s, cudaMemcpyDeviceToHost);
  printf("%d\n", s);
  cudaFree(d);
}

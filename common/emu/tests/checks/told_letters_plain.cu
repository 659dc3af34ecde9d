// Threads count letters by ++.
// expect: race-global kernel=letters at=@bad other=@bad advice~"use an atomic (atomicAdd, say)"
// expect: race-global kernel=letters at=@bad advice~"use an atomic (atomicAdd, atomicMax)"
// fixed: atomicAdd.
// prints: 40
#include <cstdio>
__global__ void letters(const char *text, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (i < n) atomicAdd(&count[text[i] - 'a'], 1);
#else
  if (i < n) count[text[i] - 'a']++; // @bad
#endif
}
int main() {
  char h[120], *text;
  int *count, b = -1;
  for (int i = 0; i < 120; i++) h[i] = 'a' + i % 3;
  cudaMalloc(&text, sizeof h);
  cudaMalloc(&count, 26 * 4);
  cudaMemcpy(text, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, 26 * 4);
  letters<<<4, 32>>>(text, count, 120);
  cudaMemcpy(&b, count + 1, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", b);
  cudaFree(text), cudaFree(count);
}

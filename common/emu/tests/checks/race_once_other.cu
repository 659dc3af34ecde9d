// All threads store the same value in one word, but for two, which store different ones in another word: the note about
// those does not hide the race of these.
// expect: race-global kernel=mark at=@line other=@line what~"writes element 1 " advice~"different values"
// note: race-same-value kernel=mark at=@line other=@line advice~"right only while"
// fixed: One thread stores.
// prints: marked
#include <cstdio>
#include <cuda_runtime.h>

__global__ void mark(int *x) {
#ifdef FIXED
  if (blockIdx.x + threadIdx.x) return;
#endif
  bool apart = blockIdx.x == 1 && threadIdx.x / 2 == 20;
  x[apart] = apart ? threadIdx.x : 1; // @line
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 2 * sizeof(int));
  mark<<<2, 96>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", h == 1 ? "marked" : "not marked");
  cudaFree(d);
  return 0;
}

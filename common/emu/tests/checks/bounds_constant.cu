// A kernel sets a table in constant memory.
// expect: out-of-bounds kernel=set at=@store what~"writes constant memory" advice~"a kernel only reads it"
// fixed: What is advised.
// prints: 6
#include <cstdio>

__constant__ int table[4];

__global__ void set(const int *t) {
  const_cast<int *>(t)[threadIdx.x] = 2 * threadIdx.x; // @store
}

__global__ void use(int *out) {
  *out = table[3];
}

int main() {
  int *out, h = -1;
  cudaMalloc(&out, sizeof h);
#ifdef FIXED
  int two[4] = {0, 2, 4, 6};
  cudaMemcpyToSymbol(table, two, sizeof two);
#else
  void *t;
  cudaGetSymbolAddress(&t, table);
  set<<<1, 4>>>((const int *)t);
#endif
  use<<<1, 1>>>(out);
  cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(out);
}

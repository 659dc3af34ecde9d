// A source that a generator wrote: #line moves hazards and assertions to the original's lines.
// exit: 86
// says: grammar.y:101, block (0,0,0), thread (8,0,0)
// says: emu: 1 hazard
// prints: "grammar.y" 202
#include <cstdio>

#line 100 "grammar.y"
__global__ void overrun(int *p) {
  p[threadIdx.x] = 1;
}
int main() {
  int *d;
  cudaMalloc(&d, 8 * sizeof(int));
#line 200
  overrun<<<1, 9>>>(d);
  cudaDeviceSynchronize();
  printf("\"%s\" %d\n", __FILE__, __LINE__);
  cudaFree(d);
}

// Read-only data that the compiler lays out is a kernel's to read: literals, tables, virtual functions.
// prints: literal c, table 9, names two, virtual 49 27
#include <cstdio>

__device__ const char *const names[] = {"zero", "one", "two"};
__device__ const char *pick = "picked";

struct Power {
  __device__ virtual int of(int x) const = 0;
};
struct Square : Power {
  __device__ int of(int x) const override {
    return x * x;
  }
};
struct Cube : Power {
  __device__ int of(int x) const override {
    return x * x * x;
  }
};

__device__ int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}

__global__ void read(int *out, int i) {
  static const int squares[] = {0, 1, 4, 9};
  Square square;
  Cube cube;
  const Power *powers[] = {&square, &cube};
  out[0] = "abcdef"[i];
  out[1] = squares[i + 1];
  out[2] = length(names[i]) * 100 + length(pick);
  out[3] = powers[i - 2]->of(7);
  out[4] = powers[i - 1]->of(3);
}

int main() {
  int *d, h[5];
  cudaMalloc(&d, sizeof h);
  read<<<1, 1>>>(d, 2);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("literal %c, table %d, names %s, virtual %d %d\n", h[0], h[1], h[2] == 306 ? "two" : "wrong", h[3],
         h[4]);
  cudaFree(d);
}

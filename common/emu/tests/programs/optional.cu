// Something of every optional rewrite of the translator (emucc/translate/rewrite_optional.c). The group `optional` makes each of them
// write no C++ in turn, and sees this program compile and run as here.
// prints: 7 24 2 6 64 5 3 12 9
#include <cstdio>

#define SHIFTED(x, n) ((x) << (n))

struct Pair {
  int x, y;
  __host__ __device__ Pair() {}
};
struct Row {
  int a, b;
};
union Bits {
  uint2 v;
  unsigned long long whole;
};
template <class T> struct Unit { static const T one = T(1); };
struct Shape {
  dim3 gridDim;
};

__global__ void __launch_bounds__(64) work(int *out, float f, int n) {
  extern __shared__ int raw[];
  __shared__ Pair pair;
  __shared__ int tile[2][3];
  int *half = raw + 2;
  int local[4] = {n, n + 1, n + 2, n + 3};
  if (threadIdx.x) return;
  half[0] = 6;
  local[n & 3] += 1;
  tile[1][2] = 5;
  pair.x = 3;
  Bits bits;
  bits.v = make_uint2(2, 0);
  Row row = {4, 5};
  int whole = f;
  out[0] = (int)f + (whole - 7);
  out[1] = SHIFTED(3, n) + (n >> n);
  out[2] = (int)bits.whole;
  out[3] = half[0];
  out[4] = blockDim.x;
  out[5] = tile[1][2];
  out[6] = pair.x;
  out[7] = row.b + local[n & 3];
  out[8] = Unit<int>::one + 8;
}

__global__ void nothing() {}

int main() {
  int *d, h[9];
  float f = 7.9f;
  int n = 3;
  Shape shape;
  shape.gridDim = dim3(1);
  cudaMalloc(&d, sizeof h);
  void *arguments[] = {&d, &f, &n};
  cudaLaunchKernel((void *)work, shape.gridDim, dim3(64), arguments, 64, 0);
  nothing<<<1, 1>>>();
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 9; i++) printf(i < 8 ? "%d " : "%d\n", h[i]);
  cudaFree(d);
  if (n) return;
  printf("never\n");
}

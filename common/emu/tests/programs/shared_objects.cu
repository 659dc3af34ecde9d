// __shared__ objects of classes with constructors: none runs, and each is storage of its own kind and name.
// prints: 242 149 25024
#include <cstdio>
struct Empty {
  int x;
  __device__ Empty() {}
};
struct Defaulted {
  int x[3];
  Defaulted() = default;
};
struct Holder {
  Empty e;
  float v;
};
template <class T> struct Pair {
  T a, b;
  __host__ __device__ Pair() {}
  __host__ __device__ Pair(T a, T b) : a(a), b(b) {}
};
class Derived : public Empty {
public:
  int y;
};
__global__ void k(int *out) {
  __shared__ Empty one, many[4][8];
  __shared__ Defaulted plain;
  __shared__ __align__(16) Pair<float> pair[32];
  __shared__ Holder holder;
  __shared__ Derived derived;
  int t = threadIdx.x;
  many[t / 8][t % 8].x = t;
  pair[t] = Pair<float>(t, 2 * t);
  if (t == 0) {
    one.x = 5;
    plain.x[1] = 7;
    holder.v = 1;
    holder.e.x = 2;
    derived.x = 3;
    derived.y = 4;
  }
  __syncthreads();
  out[blockIdx.x * 32 + t] = many[3 - t / 8][7 - t % 8].x + one.x + plain.x[1] + (int)pair[31 - t].b +
                             holder.e.x + derived.x + derived.y + (int)sizeof(many);
}
int main() {
  int *d, h[128];
  cudaMalloc(&d, sizeof h);
  k<<<4, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  long s = 0;
  for (int v : h) s += v;
  printf("%d %d %ld\n", h[0], h[127], s);
}

// A [=] lambda in a member function captures this; the kernel reads the member through it.
// expect: host-pointer-in-kernel kernel=apply at=@read what~"of host memory" advice~"a [=] lambda in a member function captures this" advice~"local variables"
// fixed: What is advised.
// prints: 6
#include <cstdio>

template <class F> __global__ void apply(F f, int n) {
  int i = threadIdx.x;
  if (i < n) f(i);
}

struct Scaler {
  float factor, *data;
  void run(int n) {
#ifdef FIXED
    float f = factor, *d = data;
    apply<<<1, 32>>>([=] __device__(int i) { d[i] *= f; }, n);
#else
    apply<<<1, 32>>>([=] __device__(int i) { data[i] *= factor; }, n); // @read
#endif
  }
};

int main() {
  float h[32];
  for (int i = 0; i < 32; i++) h[i] = 3;
  Scaler s{2, nullptr};
  cudaMalloc(&s.data, sizeof h);
  cudaMemcpy(s.data, h, sizeof h, cudaMemcpyHostToDevice);
  s.run(32);
  cudaMemcpy(h, s.data, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[31]);
  cudaFree(s.data);
}

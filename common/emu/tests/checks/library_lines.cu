// A library's template allocates and frees: both places are the program's lines that ask for it, called or inlined.
// expect: use-after-free kernel=fill at=@use other=@move what~"allocated at library_lines.cu:39"
// fixed: The pointer is taken after the buffer has its size.
// prints: 15
#include <cstdio>
#include <cuda_runtime.h>

namespace thrust { // as Thrust's are, which needs a toolkit
template <class T> struct holder {
  T *p;
  explicit holder(size_t n) {
    cudaMalloc(&p, n * sizeof(T));
  }
  ~holder() {
    cudaFree(p);
  }
  __attribute__((noinline)) void resize(size_t n) {
    cudaFree(p);
    cudaMalloc(&p, n * sizeof(T));
  }
};
} // namespace thrust

__global__ void fill(int *p, int n) {
  int i = threadIdx.x;
  if (i < n) p[i] = i; // @use
}

static void grow(thrust::holder<int> &v) {
#ifndef FIXED
  v.resize(1000); // @move
#else
  (void)v;
#endif
}

int main() {
  int r = 0;
  thrust::holder<int> v(32);
  int *p = v.p;
  grow(v);
  fill<<<1, 32>>>(p, 32);
  cudaMemcpy(&r, v.p + 15, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
}

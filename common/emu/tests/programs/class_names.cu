// A class that names a template and then, by the same name, what it makes of it: nvcc takes that, as other compilers do.
// prints: class_names: ok
#include <cstdio>

template <class T> struct pair { T first, second; };
template <class T> struct holder {
  pair<T> left;
  using pair = pair<T>;
  pair right;
};

template <class T> __global__ void sum(holder<T> h, T *out) {
  *out = h.left.first + h.left.second + h.right.first + h.right.second;
}

int main() {
  int *out, result = 0;
  holder<int> h;
  h.left.first = 1, h.left.second = 2, h.right.first = 3, h.right.second = 4;
  cudaMalloc(&out, sizeof *out);
  sum<<<1, 1>>>(h, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(out);
  puts(result == 10 ? "class_names: ok" : "class_names: wrong");
}

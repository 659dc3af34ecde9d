// Calls of the host's libraries in device code, which nvcc refuses, beside those that it knows.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

struct less_than {
  __host__ __device__ bool operator()(int a, int b) const {
    return a < b;
  }
};

template <class T> __device__ T sorted_first(T *p, int n) {
  std::sort(p, p + n); // refused: std::sort
  return p[0];
}

__host__ __device__ int either(int *p) {
#ifndef __CUDA_ARCH__
  return (int)std::count(p, p + 4, 1); // nvcc leaves this to the host's pass
#else
  return p[0];
#endif
}

__host__ __device__ void sorted_on_both(int *p, int n) {
  std::sort(p, p + n); // refused: std::sort
}
template <class T> void sorted_undeclared(T *p, int n) {
  std::stable_sort(p, p + n); // the call of this function is refused
}
__host__ __device__ int sorted_on_host(int *p, int n) {
  std::sort(p, p + n); // only the host calls it
  return p[0];
}
__host__ __device__ int either_sorted(int *p) {
#ifdef __CUDA_ARCH__
  std::sort(p, p + 4); // refused: std::sort
  return p[0];
#else
  std::sort(p, p + 4);
  return p[0];
#endif
}

__device__ int rand_of_mine(int seed) {
  return seed * 1103515245 + 12345;
}

namespace mine {
__device__ int count(const int *p, int n, int v) {
  int c = 0;
  for (int i = 0; i < n; i++) c += p[i] == v;
  return c;
}
__device__ void sort(int *p) {
  if (p[0] > p[1]) {
    int t = p[0];
    p[0] = p[1];
    p[1] = t;
  }
}
} // namespace mine

__global__ void k(int *p, float *f, double *d, char *c, int n) {
  std::copy(p, p + n, p + 100);                              // refused: std::copy
  std::fill(p, p + n, 1);                                    // refused: std::fill
  std::swap(p[0], p[1]);                                     // refused: std::swap
  std::stable_sort(p, p + n, less_than());                   // refused: std::stable_sort
  p[0] = std::accumulate(p, p + n, 0);                       // refused: std::accumulate
  p[1] = *std::lower_bound(p, p + n, 3);                     // refused: std::lower_bound
  std::transform(p, p + n, p, [](int x) { return x + 1; });  // refused: std::transform
  std::partial_sum(p, p + n, p);                             // refused: std::partial_sum
  p[2] = *std::max_element(p, p + n);                        // refused: std::max_element
  std::copy_n(p, n, p + 50);                                 // refused: std::copy_n
  std::rotate(p, p + 1, p + n);                              // refused: rotate, a host function
  p[3] = rand();                                             // refused: rand
  srand(3);                                                  // refused: srand
  p[4] = std::rand();                                        // refused: rand
  d[0] = drand48();                                          // refused: drand48
  p[5] = (int)time(NULL);                                    // refused: time
  p[6] = atoi(c);                                            // refused: atoi
  p[7] = (int)strlen(c);                                     // refused: strlen
  strcpy(c, c + 8);                                          // refused: strcpy
  p[8] = strcmp(c, c + 8);                                   // refused: strcmp
  qsort(p, n, 4, 0);                                         // refused: qsort
  puts("text");                                              // refused: puts
  p[9] = getpid();                                           // refused: getpid
  p[10] = (int)std::string("abc").size();                    // refused: of the C++ library
  p[11] = [](int *q) { return *std::find(q, q + 4, 2); }(p); // refused: std::find
  p[12] = sorted_first(p, n);
  sorted_on_both(p, n);
  sorted_undeclared(p, n); // refused: sorted_undeclared<int>, a host function (host_functions.cu, line 36)
  p[19] = either_sorted(p) + __ffs(p[20]) + __popc(p[21]);
  mine::sort(p);
  p[13] = mine::count(p, n, 2) + rand_of_mine(3) + either(p);
  p[14] = std::max(p[0], p[1]) + std::min(p[2], 3) + abs(p[3]) + std::abs(p[4]);
  f[0] = sqrtf(f[1]) + std::sqrt(f[2]) + std::pow(f[3], 2.f) + fmaf(f[1], f[2], f[3]) + std::floor(f[4]);
  d[1] = lgamma(d[2]) + std::exp(d[3]) + hypot(d[4], d[5]) + std::fabs(d[6]) + erf(d[7]) + ldexp(d[1], 2);
  p[15] = std::isnan(f[1]) + std::isinf(d[1]) + isfinite(f[2]) + std::signbit(f[3]);
  p[16] = std::move(p[17]);
  memcpy(p, p + 8, 16);
  memset(p, 0, 8);
  printf("%d\n", p[1]);
  int *room = (int *)malloc(16);
  free(room);
  p[18] = (int)clock();
  exit(1); // refused: exit
}

int main() {
  std::vector<int> v(8);
  std::sort(v.begin(), v.end());
  sorted_on_host(v.data(), 8);
  std::function<int(int)> f = [&](int i) { return v[i] + rand(); };
  return f(0) * 0 + std::accumulate(v.begin(), v.end(), 0);
}

// prints: 12.5 9 8 3 4
// What nvcc takes: functions of CUDA's declared once more, as C is written; members that the compiler makes of the library's
// classes; what a header of the toolkit's brings along; main without a value.
int max(int a, int b);
float fabsf(float x);
float rsqrtf(float x);
double sqrt(double x);
extern "C" double pow(double, double);
extern "C" int printf(const char *, ...);
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <random>

template <class T, int N> using Storage = typename std::aligned_storage<N * sizeof(T), N * sizeof(T)>::type;
template <class T, int N> union Pack {
  __device__ Pack() {}
  Storage<T, N> storage;
  T element[N];
};

template <int N> __global__ void work(float *p, std::uniform_int_distribution<int>::param_type *range) {
  p[0] = sqrt(0.0) + pow(3.0, 2.0) + max(1, 3) + rsqrtf(fabsf(-4));
  Pack<float, N> pack;
  pack.storage = *((const Storage<float, N> *)p + 1);
  pack.element[N - 1] += 1;
  *((Storage<float, N> *)p + 1) = pack.storage;
  range[0] = range[1];
}

__global__ void counts(cuda::std::atomic<int> *n, nv_bfloat16 *x, half *y) {
  n->fetch_add(1);
  *x = nv_bfloat16(3.0f);
  *y = static_cast<half>(nv_bfloat16(half(4.0f)));
}

int main() {
  struct Quiet {
    void end(bool now) {
      if (now) return;
    }
  } quiet;
  quiet.end(true);
  auto ends = [](int n) -> void {
    for (;;) {
      if (n) return;
    }
  };
  ends(1);
  float *p, h[8] = {0, 0, 0, 0, 5, 6, 7, 8};
  std::uniform_int_distribution<int>::param_type *range, from(2, 7);
  cudaMalloc(&p, sizeof h);
  cudaMalloc(&range, 2 * sizeof *range);
  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(range + 1, &from, sizeof from, cudaMemcpyHostToDevice);
  work<4><<<1, 1>>>(p, range);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  cuda::std::atomic<int> *n;
  nv_bfloat16 *x;
  half *y;
  cudaMallocManaged(&n, sizeof *n);
  cudaMallocManaged(&x, sizeof *x);
  cudaMallocManaged(&y, sizeof *y);
  new (n) cuda::std::atomic<int>(7);
  counts<<<1, 1>>>(n, x, y);
  if (cudaDeviceSynchronize() != cudaSuccess) return;
  printf("%g %g %d %g %g\n", h[0], h[7], n->load(), (float)*x, (float)*y);
  cudaFree(p), cudaFree(range), cudaFree(n), cudaFree(x), cudaFree(y);
  if (h[7]) {
    return;
  }
  printf("never\n");
}

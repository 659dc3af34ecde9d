// Variables of templates in device and constant memory: one for each type, reached by its symbol.
// shows: the runtime API | `__device__` and `__constant__` variables of templates as symbols
// bug: race-global
#include <cstdio>

template <typename T> __constant__ T weights[4];
template <typename T> __device__ T total;
template <typename T> __device__ T begin = T(100);
template <int n> __constant__ int shift[n];
namespace tables {
template <typename T> __constant__ const T primes[4] = {2, 3, 5, 7};
}

// Constants that only device code uses: also those that are no integers, as nvcc takes them.
template <typename T> struct Scale {
  static const T half = T(0.5);
  const static T twice = static_cast<T>(2);
  static const int width = 4;
};
inline constexpr int warpSize = 32;

template <typename T> __global__ void weigh(T *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  data[i] = data[i] * weights<T>[i % 4] + shift<2>[i % 2] + tables::primes<T>[i / 4];
#ifdef BUG
  total<T> += data[i];
#else
  atomicAdd(&total<T>, data[i]);
#endif
  if (i == 0) begin<T> += n;
}

template <typename T> __global__ void scale(T *value) {
  *value = *value * Scale<T>::half + Scale<T>::twice * Scale<T>::width + warpSize;
}

template <typename T> void run(const char *name) {
  T host[16], w[4] = {1, 2, 3, 4}, zero = 0;
  for (int i = 0; i < 16; i++) host[i] = i;
  int by[2] = {10, 20};
  cudaMemcpyToSymbol(weights<T>, w, sizeof w);
  cudaMemcpyToSymbol(shift<2>, by, sizeof by);
  cudaMemcpyToSymbol(total<T>, &zero, sizeof zero);
  T *data, sum, first;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  weigh<<<2, 8>>>(data, 16);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&sum, total<T>, sizeof sum);
  cudaMemcpyFromSymbol(&first, begin<T>, sizeof first);
  size_t bytes;
  cudaGetSymbolSize(&bytes, weights<T>);
  scale<<<1, 1>>>(data);
  T scaled;
  cudaMemcpy(&scaled, data, sizeof scaled, cudaMemcpyDeviceToHost);
  printf("%s: scaled to %g;", name, scaled + (double)warpSize);
  for (T v : host) printf(" %g", (double)v);
  printf("; sum %g, begin %g, %zu bytes\n", (double)sum, (double)first, bytes);
  cudaFree(data);
}

int main() {
  run<float>("float");
  run<double>("double");
  run<int>("int");
}

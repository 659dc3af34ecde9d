// Globals in device and constant memory, and the copies that name them.
// shows: the runtime API | `__device__`, `__constant__` and `__managed__` variables as symbols
// prints: symbols: ok
#include "check.h"

struct Filter {
  float weight[3];
  int radius;
};
__constant__ float coefficients[4];
__constant__ Filter filter;
__constant__ const int table[3] = {5, 6, 7};
__device__ int counter = 3;
__device__ float scratch[64];
inline __device__ int common = 4; // another section for g++, the same for the device
inline __constant__ int step = 2;
static __device__ const double third = 1.0 / 3;
__device__ __constant__ int both = 11;
namespace inner {
__device__ unsigned long long big;
}

__global__ void polynomial(float *out) {
  float x = threadIdx.x, y = 0;
  for (int i = 3; i >= 0; i--) y = y * x + coefficients[i];
  out[threadIdx.x] = y + filter.weight[threadIdx.x % 3] * filter.radius;
}

__global__ void globals(int *out) {
  int i = threadIdx.x;
  scratch[i] = i * 2;
  if (i == 0) {
    counter += table[2] + both;
    inner::big += 1ull << 40;
    common += step;
    out[0] = counter;
    out[1] = (int)(third * 3000);
  }
}

int main() {
  float c[4] = {1, 2, 3, 4};
  Filter f = {{10, 20, 30}, 2};
  CUDA(cudaMemcpyToSymbol(coefficients, c, sizeof c));
  CUDA(cudaMemcpyToSymbol(filter, &f, sizeof f));
  float changed = 5;
  CUDA(cudaMemcpyToSymbol(coefficients, &changed, sizeof(float), 2 * sizeof(float)));
  Both<float> out(8);
  polynomial<<<1, 8>>>(out.device);
  out.to_host();
  for (int x = 0; x < 8; x++)
    expect("polynomial", x, out.host[x], 1.0f + 2 * x + 5 * x * x + 4 * x * x * x + f.weight[x % 3] * 2);

  Both<int> result(2);
  globals<<<1, 64>>>(result.device);
  globals<<<1, 64>>>(result.device);
  result.to_host();
  expect("counter", 0, result.host[0], 3 + 2 * 18);
  expect("third", 0, result.host[1], 1000);
  int count;
  CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  expect("counter", 1, count, 39);
  CUDA(cudaMemcpyFromSymbol(&count, common, sizeof count));
  expect("common", 0, count, 4 + 2 * 2);
  unsigned long long big = 1;
  CUDA(cudaMemcpyFromSymbol(&big, inner::big, sizeof big));
  expect("big", 0, big, 2ull << 40);
  float s[4];
  CUDA(cudaMemcpyFromSymbol(s, scratch, sizeof s, 60 * sizeof(float)));
  for (int i = 0; i < 4; i++) expect("scratch", i, s[i], 120.0f + 2 * i);
  void *address;
  CUDA(cudaGetSymbolAddress(&address, scratch));
  CUDA(cudaMemset(address, 0, 64 * sizeof(float)));
  CUDA(cudaMemcpyFromSymbol(s, scratch, sizeof s));
  expect("cleared", 0, s[1], 0.0f);
  return finish("symbols");
}

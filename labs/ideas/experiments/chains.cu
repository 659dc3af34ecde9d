// Experiment: a thread adds up 256 numbers in 1 to 16 sums. How long is the longest chain of additions that wait for each other?
//
//   build/bin/emucc labs/ideas/experiments/chains.cu -o chains && ./chains
#include "../count.cuh"

enum {
  N = 256,
  LATENCY = 4
}; // cycles of an addition since compute capability 7.0, says the CUDA programming guide

// A number that knows how many additions lie behind it, one after the other.
struct tracked {
  float value;
  int depth;
};

static __device__ tracked operator+(tracked a, tracked b) {
  const int depth = a.depth > b.depth ? a.depth : b.depth;
  return {a.value + b.value, depth + 1};
}

template <int SUMS> __global__ void add_up(const float *x, tracked *out) {
  tracked sum[SUMS];
#pragma unroll
  for (int k = 0; k < SUMS; k++) sum[k] = {x[k], 0};
  for (int i = SUMS; i < N; i += SUMS)
#pragma unroll
    for (int k = 0; k < SUMS; k++) sum[k] = sum[k] + tracked{x[i + k], 0};
#pragma unroll
  for (int half = SUMS / 2; half > 0; half /= 2)
#pragma unroll
    for (int k = 0; k < half; k++) sum[k] = sum[k] + sum[k + half];
  *out = sum[0];
}

template <int SUMS> static void run(const float *x, tracked *out) {
  tracked sum;
  add_up<SUMS><<<1, 1>>>(x, out);
  check(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
  const double parallel = (N - 1.0) / sum.depth;
  printf("%4d %11d %15d %22.1f %24.1f\n", SUMS, N - 1, sum.depth, parallel, LATENCY / parallel);
  if (sum.value != N) exit(1);
}

int main() {
  float *x = ones(N);
  tracked *out;
  check(cudaMalloc(&out, sizeof *out));
  printf("sums   additions   longest chain   additions at a time   warps for each scheduler\n");
  run<1>(x, out);
  run<2>(x, out);
  run<4>(x, out);
  run<8>(x, out);
  run<16>(x, out);
  check(cudaFree(x));
  check(cudaFree(out));
}

// Two parts of a device that have equally much to do, and of which neither takes time of the other (a load takes issue slots, a sector
// of device memory goes through the second-level cache): how much longer they take together than the one alone. "PAIR_power p": together
// they take (a^p + b^p)^(1/p), where a and b are what each takes alone; a large p says that they overlap. "short": a load or four, or 16
// multiply-adds, from barrier to barrier.
#include "bench.cuh"
#include <cmath>

enum {
  THREADS = 256,
  ROUNDS = 32,
  STREAM = 1 << 24,
  NEAR = 1 << 20
}; // in vectors of 16 bytes: 256 MiB, 16 MiB
enum part { ARITHMETIC, SHARED, L2, DRAM, WRITE, ATOMIC };

template <int PART> struct worker {
  float v[4] = {1, 2, 3, 4};
  unsigned at;
  __device__ void work(float4 *memory, volatile float *shared, int n) {
    for (int i = 0; i < n; i++) {
      if (PART == ARITHMETIC)
#pragma unroll
        for (int k = 0; k < 16; k++) v[k % 4] = v[k % 4] * 0.5f + 1.f;
      if (PART == SHARED)
#pragma unroll
        for (int k = 0; k < 4; k++) v[k] += shared[threadIdx.x + k * THREADS];
      if (PART == L2 || PART == DRAM) {
        float4 x = __ldcg(&memory[at]);
        v[0] += x.x, v[1] += x.y, v[2] += x.z, v[3] += x.w;
      }
      if (PART == WRITE) memory[at] = make_float4(0, 0, 0, 0);
      if (PART == ATOMIC) atomicAdd((unsigned *)&memory[at], 1 + at % 2);
      at = (at + gridDim.x * THREADS) % (PART == L2 || PART == ATOMIC ? NEAR : STREAM);
    }
  }
  __device__ float sum() const {
    return v[0] + v[1] + v[2] + v[3];
  }
};

template <int A, int B, bool BARRIERS> __global__ void both(float4 *x, float4 *y, float *out, int a, int b) {
  __shared__ float s[4 * THREADS];
  for (int k = 0; k < 4; k++) s[threadIdx.x + k * THREADS] = 0;
  __syncthreads();
  worker<A> one;
  worker<B> other;
  one.at = other.at = blockIdx.x * THREADS + threadIdx.x;
  for (int r = 0; r < ROUNDS; r++) {
    one.work(x, s, a);
    if (BARRIERS) __syncthreads();
    other.work(y, s, b);
    if (BARRIERS) __syncthreads();
  }
  if (one.sum() + other.sum() == 1.5f) *out = 1;
}

// p with a^p + b^p - none^p = both^p: what is there without the two, the barriers, is in both times.
static double power(double a, double b, double none, double both) {
  double low = 1, high = 64;
  if (both <= (a > b ? a : b)) return high;
  for (int i = 0; i < 60; i++) {
    double p = (low + high) / 2;
    *(pow(a / both, p) + pow(b / both, p) - pow(none / both, p) > 1 ? &low : &high) = p;
  }
  return low;
}

enum { LONG = 8, SHORT = 1 }; // turns of the one part before the other's
template <int A, int B, bool BARRIERS>
static void pair(const char *name, float4 *x, float4 *y, float *out, int length = LONG) {
  char text[64];
  int grid = 8 * processors(), a = length, b = length;
  auto time = [&](int a, int b) {
    return seconds([&] { both<A, B, BARRIERS><<<grid, THREADS>>>(x, y, out, a, b); });
  };
  double ratio = time(a, 0) / time(0, b);
  if (ratio > 1)
    b = (int)(b * ratio + 0.5);
  else
    a = (int)(a / ratio + 0.5);
  snprintf(text, sizeof text, "%s%s%s_power", name, BARRIERS ? "_barriers" : "",
           length == SHORT ? "_short" : "");
  say(text, power(time(a, 0), time(0, b), time(0, 0), time(a, b)));
}

template <bool BARRIERS> static void all(float4 *x, float4 *y, float *out) {
  pair<ARITHMETIC, L2, BARRIERS>("arithmetic_l2", x, y, out);
  pair<ARITHMETIC, DRAM, BARRIERS>("arithmetic_dram", x, y, out);
  pair<ARITHMETIC, WRITE, BARRIERS>("arithmetic_write", x, y, out);
  pair<SHARED, L2, BARRIERS>("shared_l2", x, y, out);
  pair<SHARED, DRAM, BARRIERS>("shared_dram", x, y, out);
  pair<ATOMIC, L2, BARRIERS>("atomic_l2", x, y, out); // both are the second-level cache's work
}

// A word a thread, in blocks that do nothing else: beginning them, and device memory.
__global__ void copy_word(const float *in, float *out, size_t n) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    out[i] = in[i];
}

int main() {
  float4 *x, *y;
  float *out;
  CHECK(cudaMalloc(&x, STREAM * sizeof *x));
  CHECK(cudaMalloc(&y, STREAM * sizeof *y));
  CHECK(cudaMalloc(&out, 4));
  CHECK(cudaMemset(x, 0, STREAM * sizeof *x));
  CHECK(cudaMemset(y, 0, STREAM * sizeof *y));
  all<false>(x, y, out);
  all<true>(x, y, out);
  pair<ARITHMETIC, L2, true>("arithmetic_l2", x, y, out, SHORT);
  pair<ARITHMETIC, DRAM, true>("arithmetic_dram", x, y, out, SHORT);
  pair<ARITHMETIC, SHARED, true>("arithmetic_shared", x, y, out, SHORT);
  pair<SHARED, L2, true>("shared_l2", x, y, out, SHORT);
  pair<SHARED, DRAM, true>("shared_dram", x, y, out, SHORT);
  size_t n = (size_t)STREAM * 4;
  unsigned blocks = (unsigned)(n / THREADS);
  double stream = seconds([&] { copy_word<<<8 * processors(), THREADS>>>((float *)x, (float *)y, n); });
  double begin = seconds([&] { copy_word<<<blocks, THREADS>>>((float *)x, (float *)y, 0); });
  say("blocks_dram_power",
      power(stream, begin, 0, seconds([&] { copy_word<<<blocks, THREADS>>>((float *)x, (float *)y, n); })));
  return 0;
}

// Bandwidth and latency of device memory, the second-level cache, the first-level cache and the host's link.
#include "bench.cuh"
#include <cstdint>
#include <ctime>

enum { THREADS = 1024, SECTOR = 32 };
typedef unsigned long long word;

// ---- streams ----

__global__ void read_all(const float4 *in, size_t n, float *out) {
  float sum = 0;
  size_t step = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * step) {
    float4 v[4];
    for (int k = 0; k < 4; k++) v[k] = i + k * step < n ? in[i + k * step] : make_float4(0, 0, 0, 0);
    for (int k = 0; k < 4; k++) sum += v[k].x + v[k].y + v[k].z + v[k].w;
  }
  if (sum == 1.5f) *out = sum; // never: the memory holds zeros
}

__global__ void write_all(float4 *out, size_t n, int rounds) {
  size_t step = (size_t)gridDim.x * blockDim.x;
  for (int r = 0; r < rounds; r++)
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
      out[i] = make_float4(0, 0, 0, 0);
}

__global__ void copy_all(const float4 *in, float4 *out, size_t n) {
  size_t step = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * step) {
    float4 v[4];
    for (int k = 0; k < 4; k++)
      if (i + k * step < n) v[k] = in[i + k * step];
    for (int k = 0; k < 4; k++)
      if (i + k * step < n) out[i + k * step] = v[k];
  }
}

// ---- caches ----

// Every block reads the same `n` vectors, `rounds` times, each round from another place: past the first-level cache.
__global__ void read_l2(const float4 *in, unsigned n, int rounds, float *out) {
  float sum = 0;
  unsigned step = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++, at += 4 * step) {
    float4 v[4];
    for (int k = 0; k < 4; k++) v[k] = __ldcg(&in[(at + k * step) % n]);
    for (int k = 0; k < 4; k++) sum += v[k].x + v[k].y + v[k].z + v[k].w;
  }
  if (sum == 1.5f) *out = sum;
}

// Each warp load touches `apart` sectors in each of its lines; 8 KiB a block, so that it stays in the first-level cache.
template <int WORDS_APART> __global__ void read_l1(const float *in, int rounds, float *out) {
  float sum = 0;
  const float *mine = in + blockIdx.x % 16 * 2048;
  unsigned at = threadIdx.x % 32 * WORDS_APART + threadIdx.x / 32 * 32;
  for (int r = 0; r < rounds; r++) {
    float v[8];
    for (int k = 0; k < 8; k++) v[k] = __ldca(&mine[(at + k * 256) % 2048]);
    for (int k = 0; k < 8; k++) sum += v[k];
    at += sum == 1.5f ? 1 : 32;
  }
  if (sum == 1.5f) *out = sum;
}

// ---- single sectors ----

__device__ static unsigned mixed(unsigned x) {
  x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
  return x;
}

// Each lane its own sector anywhere among `n` sectors.
__global__ void gather(const float *in, unsigned n, int rounds, float *out) {
  float sum = 0;
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    float v[4];
    for (int k = 0; k < 4; k++)
      v[k] = __ldcg(&in[(size_t)(mixed(id + (r * 4 + k) * 0x9e3779b9u) % n) * (SECTOR / 4)]);
    for (int k = 0; k < 4; k++) sum += v[k];
  }
  if (sum == 1.5f) *out = sum;
}

__global__ void scatter(float *out, unsigned n, int rounds) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++) out[(size_t)(mixed(id + r * 0x9e3779b9u) % n) * (SECTOR / 4)] = 0;
}

// ---- latency ----

// A chain of `n` words, each the index of the next one.
__global__ void make_chain(unsigned *chain, unsigned n, unsigned step) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    chain[(size_t)i * 32] = (unsigned)(((word)i + step) % n);
}

template <bool FIRST_LEVEL>
__global__ void follow(const unsigned *chain, unsigned from, int steps, unsigned *out, long long *cycles) {
  unsigned at = from;
  for (int i = 0; i < 64; i++) at = FIRST_LEVEL ? __ldca(&chain[at * 32]) : __ldcg(&chain[(size_t)at * 32]);
  asm volatile("" : "+r"(at)); // the chain is followed between the two readings of the clock
  long long begin = clock64();
  for (int i = 0; i < steps; i++)
    at = FIRST_LEVEL ? __ldca(&chain[(size_t)at * 32]) : __ldcg(&chain[(size_t)at * 32]);
  asm volatile("" : "+r"(at));
  *cycles = clock64() - begin;
  *out = at;
}

// In cycles. A chain that is longer than twice the steps is begun somewhere else the second time: no cache holds it.
static double chase(unsigned *chain, unsigned n, unsigned step, bool first_level) {
  enum { STEPS = 2000 };
  long long *cycles, got;
  CHECK(cudaMalloc(&cycles, 16));
  make_chain<<<256, 256>>>(chain, n, step);
  for (unsigned i = 0; i < 2; i++)
    if (first_level)
      follow<true><<<1, 1>>>(chain, i * (n / 2), STEPS, (unsigned *)cycles + 2, cycles);
    else
      follow<false><<<1, 1>>>(chain, i * (n / 2), STEPS, (unsigned *)cycles + 2, cycles);
  CHECK(cudaMemcpy(&got, cycles, sizeof got, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(cycles));
  return (double)got / STEPS;
}

// ---- the host ----

static double now() {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double link(void *to, const void *from, size_t bytes) {
  double best = 1e9;
  for (int i = 0; i < 4; i++) {
    double begin = now();
    CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
    double took = now() - begin;
    if (took < best) best = took;
  }
  return (double)bytes / best;
}

// "memory name": which device this is.
static void say_name() {
  cudaDeviceProp p;
  int driver, runtime;
  CHECK(cudaGetDeviceProperties(&p, 0));
  CHECK(cudaDriverGetVersion(&driver));
  CHECK(cudaRuntimeGetVersion(&runtime));
  printf("%s, driver %d, CUDA %d\n", p.name, driver, runtime);
}

int main(int argc, char **) {
  if (argc > 1) {
    say_name();
    return 0;
  }
  const size_t large = (size_t)4 << 30;
  char *a, *b;
  CHECK(cudaMalloc(&a, large));
  CHECK(cudaMalloc(&b, large));
  CHECK(cudaMemset(a, 0, large));
  CHECK(cudaMemset(b, 0, large));
  float *out = (float *)b;
  int grid = full_grid(), sm = processors();

  size_t n = large / 16;
  say("dram_read_bytes_s",
      (double)large / seconds([&] { read_all<<<grid, THREADS>>>((float4 *)a, n, out); }));
  say("dram_write_bytes_s",
      (double)large / seconds([&] { write_all<<<grid, THREADS>>>((float4 *)a, n, 1); }));
  say("dram_copy_bytes_s",
      2.0 * (double)large / seconds([&] { copy_all<<<grid, THREADS>>>((float4 *)a, (float4 *)b, n); }));

  static const int mib[] = {2, 4, 8, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128, 256};
  for (unsigned i = 0; i < sizeof mib / sizeof *mib; i++) {
    char name[64];
    unsigned vectors = (unsigned)mib[i] << 16;
    int rounds = 128;
    double took = seconds([&] { read_l2<<<grid, THREADS>>>((float4 *)a, vectors, rounds, out); });
    snprintf(name, sizeof name, "read_%d_mib_bytes_s", mib[i]);
    say(name, 64.0 * grid * THREADS * rounds / took);
  }

  double sixteen = 16 << 20;
  say("l2_write_bytes_s",
      sixteen * 64 / seconds([&] { write_all<<<grid, THREADS>>>((float4 *)a, (size_t)sixteen / 16, 64); }));

  double requests = 8.0 * 256 * (THREADS / 32) * grid;
  say("l1_packed_requests_s",
      requests / seconds([&] { read_l1<1><<<grid, THREADS>>>((float *)a, 256, out); }));
  say("l1_2_apart_requests_s",
      requests / seconds([&] { read_l1<2><<<grid, THREADS>>>((float *)a, 256, out); }));
  say("l1_8_apart_requests_s",
      requests / seconds([&] { read_l1<8><<<grid, THREADS>>>((float *)a, 256, out); }));
  say("l1_32_apart_requests_s",
      requests / seconds([&] { read_l1<32><<<grid, THREADS>>>((float *)a, 256, out); }));

  unsigned all = (unsigned)(large / SECTOR), few = (16u << 20) / SECTOR;
  double reads = 4.0 * 16 * grid * THREADS;
  say("dram_gather_sectors_s", reads / seconds([&] { gather<<<grid, THREADS>>>((float *)a, all, 16, out); }));
  say("dram_scatter_sectors_s",
      16.0 * grid * THREADS / seconds([&] { scatter<<<grid, THREADS>>>((float *)a, all, 16); }));
  CHECK(cudaMemset(a, 0, (size_t)16 << 20));
  // So long that the launch is less than a hundredth of it.
  say("l2_gather_sectors_s",
      16 * reads / seconds([&] { gather<<<grid, THREADS>>>((float *)a, few, 256, out); }));
  say("l2_scatter_sectors_s",
      256.0 * grid * THREADS / seconds([&] { scatter<<<grid, THREADS>>>((float *)a, few, 256); }));

  say("dram_latency_cycles", chase((unsigned *)a, 32u << 20, 1234577u, false));
  say("l2_latency_cycles", chase((unsigned *)a, 1000, 373u, false));
  say("l1_latency_cycles", chase((unsigned *)a, 256, 37, true));

  size_t bytes = (size_t)256 << 20;
  void *pinned, *pageable = malloc(bytes);
  CHECK(cudaMallocHost(&pinned, bytes));
  for (size_t i = 0; i < bytes; i += 4096) ((char *)pageable)[i] = ((char *)pinned)[i] = 1;
  say("host_to_device_pinned_bytes_s", link(a, pinned, bytes));
  say("device_to_host_pinned_bytes_s", link(pinned, a, bytes));
  say("host_to_device_pageable_bytes_s", link(a, pageable, bytes));
  say("device_to_host_pageable_bytes_s", link(pageable, a, bytes));
  say("processors", sm);
  return 0;
}

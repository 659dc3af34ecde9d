// What a multiprocessor does each second: instructions, fp32 operations, matrix products, shuffles, shared memory; barriers.
#include "bench.cuh"
#include <cuda_bf16.h>
#include <mma.h>

enum { THREADS = 1024, ROUNDS = 512 };

__global__ void multiply_add(float *out, float x, float y) {
  float v[8];
  for (int k = 0; k < 8; k++) v[k] = (float)(threadIdx.x + k);
  for (int r = 0; r < ROUNDS; r++)
#pragma unroll
    for (int k = 0; k < 8; k++) v[k] = v[k] * x + y;
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += v[k];
  if (sum == 1.5f) *out = sum;
}

// Whole numbers: an addition and a logical operation in turn, of four chains.
__global__ void whole_numbers(unsigned *out, unsigned x) {
  unsigned v[4];
  for (int k = 0; k < 4; k++) v[k] = threadIdx.x + k;
  for (int r = 0; r < ROUNDS; r++)
#pragma unroll
    for (int k = 0; k < 4; k++) {
      asm volatile("add.u32 %0, %0, %1;" : "+r"(v[k]) : "r"(x));
      asm volatile("xor.b32 %0, %0, %1;" : "+r"(v[k]) : "r"(x));
    }
  unsigned sum = v[0] ^ v[1] ^ v[2] ^ v[3];
  if (sum == 12345) *out = sum;
}

__global__ void shuffles(unsigned *out) {
  unsigned v[4];
  for (int k = 0; k < 4; k++) v[k] = threadIdx.x + k;
  for (int r = 0; r < ROUNDS; r++)
#pragma unroll
    for (int k = 0; k < 4; k++) v[k] = __shfl_xor_sync(~0u, v[k], 1 + k);
  unsigned sum = v[0] ^ v[1] ^ v[2] ^ v[3];
  if (sum == 12345) *out = sum;
}

__global__ void tensor(float *out, float x) {
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a[2];
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> b[2];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
  for (int i = 0; i < 2; i++) {
    wmma::fill_fragment(a[i], __float2bfloat16(x + i)); // no two products are the same
    wmma::fill_fragment(b[i], __float2bfloat16(x - i));
    for (int j = 0; j < 2; j++) wmma::fill_fragment(c[i][j], 0.f);
  }
  for (int r = 0; r < ROUNDS; r++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
  float sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < c[i][j].num_elements; k++) sum += c[i][j].x[k]; // each is needed
  if (sum == 1.5f) *out = sum;
}

// Loads of words APART words from each other: APART lanes of a warp want one bank (1: none do).
template <int APART> __global__ void shared_loads(float *out) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = 0;
  __syncthreads();
  volatile float *v = s;
  float sum = 0;
  unsigned at = threadIdx.x * APART;
  for (int r = 0; r < ROUNDS; r++) {
    float got[4];
#pragma unroll
    for (int k = 0; k < 4; k++) got[k] = v[(at + k * 1024) % 4096];
#pragma unroll
    for (int k = 0; k < 4; k++) sum += got[k];
  }
  if (sum == 1.5f) *out = sum;
}

__global__ void shared_stores(float *out) {
  __shared__ float s[4096];
  volatile float *v = s;
  for (int r = 0; r < ROUNDS; r++)
#pragma unroll
    for (int k = 0; k < 4; k++) v[(threadIdx.x + k * 1024) % 4096] = 0;
  __syncthreads();
  if (s[threadIdx.x] == 1.5f) *out = 1;
}

// Loads of 8 and 16 bytes a lane, so many lanes of which ask for the same element.
template <int BYTES> __device__ static float load(unsigned at) {
  float a, b, c, d;
  if (BYTES == 16)
    asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "r"(at));
  else
    asm volatile("ld.volatile.shared.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "r"(at));
  return a;
}

template <int BYTES> __global__ void wide_loads(float *out, int lanes_an_element) {
  __shared__ __align__(16) float s[8192];
  for (int i = threadIdx.x; i < 8192; i += blockDim.x) s[i] = 0;
  __syncthreads();
  unsigned base = (unsigned)__cvta_generic_to_shared(s);
  unsigned at = base + threadIdx.x % 32 / lanes_an_element * BYTES;
  float sum = 0;
  for (int r = 0; r < ROUNDS; r++) {
    float got[4];
#pragma unroll
    for (int k = 0; k < 4; k++) got[k] = load<BYTES>(at + k * 4096);
#pragma unroll
    for (int k = 0; k < 4; k++) sum += got[k];
  }
  if (sum == 1.5f) *out = sum;
}

template <int BYTES> static void say_wide(float *out, int grid) {
  for (int lanes = 32; lanes > 0; lanes /= 2) {
    char name[64];
    snprintf(name, sizeof name, "shared_%d_bytes_%d_lanes_s", BYTES, lanes);
    say(name, 4.0 * ROUNDS * grid * (THREADS / 32) /
                  seconds([&] { wide_loads<BYTES><<<grid, THREADS>>>(out, lanes); }));
  }
}

__global__ void barriers() {
  for (int r = 0; r < ROUNDS; r++) __syncthreads();
}

// One warp follows a chain in shared memory, and one of shuffles, and one of multiply-adds, and eight of those at once: cycles of a
// step.
__global__ void latencies(float *out, long long *cycles) {
  __shared__ unsigned chain[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) chain[i] = (i + 1) % 64 * 4;
  __syncthreads();
  volatile unsigned *v = chain;
  unsigned at = 0;
  long long begin = clock64();
  for (int r = 0; r < ROUNDS; r++) at = v[at / 4];
  asm volatile("" : "+r"(at));
  cycles[0] = clock64() - begin;
  unsigned w = threadIdx.x;
  begin = clock64();
  for (int r = 0; r < ROUNDS; r++) w = __shfl_sync(~0u, w, (w + 1) & 31);
  asm volatile("" : "+r"(w));
  cycles[1] = clock64() - begin;
  float f = (float)w;
  begin = clock64();
  for (int r = 0; r < ROUNDS; r++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f));
  cycles[2] = clock64() - begin;
  float g[8];
  for (int k = 0; k < 8; k++) g[k] = f + k;
  begin = clock64();
  for (int r = 0; r < ROUNDS; r++)
#pragma unroll
    for (int k = 0; k < 8; k++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(g[k]));
  for (int k = 0; k < 8; k++) asm volatile("" : "+f"(g[k]));
  cycles[3] = clock64() - begin;
  for (int k = 0; k < 8; k++) f += g[k];
  if (at + w + f == 1.5f) *out = f;
}

// The clock under load: cycles that a busy multiprocessor counts in a second.
__global__ void clock_under_load(float *out, long long *cycles, unsigned long long *ns) {
  unsigned long long t0, t1;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t0));
  long long begin = clock64();
  float v = (float)threadIdx.x;
  for (int r = 0; r < 400000; r++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(v));
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t1));
    *cycles = clock64() - begin;
    *ns = t1 - t0;
  }
  if (v == 1.5f) *out = v;
}

int main() {
  float *out;
  long long *cycles, got[4];
  CHECK(cudaMalloc(&out, 1 << 20));
  CHECK(cudaMalloc(&cycles, 64));
  unsigned *words = (unsigned *)out;
  int grid = full_grid();
  double warps = (double)grid * (THREADS / 32);

  clock_under_load<<<grid, THREADS>>>(out, cycles, (unsigned long long *)cycles + 1);
  CHECK(cudaMemcpy(got, cycles, 16, cudaMemcpyDeviceToHost));
  say("clock_hz", (double)got[0] / ((double)got[1] * 1e-9));

  int many = 8 * grid; // launches long enough that beginning and end do not count
  say("fp32_ops_s",
      2.0 * 8 * ROUNDS * THREADS * many / seconds([&] { multiply_add<<<many, THREADS>>>(out, 0.5f, 1.f); }));
  say("whole_number_instructions_s",
      8.0 * ROUNDS * 8 * warps / seconds([&] { whole_numbers<<<many, THREADS>>>(words, 3); }));
  say("shuffles_s", 4.0 * ROUNDS * 8 * warps / seconds([&] { shuffles<<<many, THREADS>>>(words); }));
  int blocks = 8 * processors();
  say("tensor_ops_s", 2.0 * 4 * 16 * 16 * 16 * ROUNDS * (512 / 32) * blocks /
                          seconds([&] { tensor<<<blocks, 512>>>(out, 0.5f); }));

  double loads = 4.0 * ROUNDS * 8 * warps;
  say("shared_loads_s", loads / seconds([&] { shared_loads<1><<<many, THREADS>>>(out); }));
  say("shared_loads_2_way_s", loads / seconds([&] { shared_loads<2><<<many, THREADS>>>(out); }));
  say("shared_loads_8_way_s", loads / seconds([&] { shared_loads<8><<<many, THREADS>>>(out); }));
  say("shared_loads_32_way_s", loads / seconds([&] { shared_loads<32><<<many, THREADS>>>(out); }));
  say("shared_stores_s", loads / seconds([&] { shared_stores<<<many, THREADS>>>(out); }));

  say_wide<8>(out, many);
  say_wide<16>(out, many);

  static const int threads[] = {32, 64, 128, 256, 512, 1024};
  for (int i = 0; i < 6; i++) { // one block alone, and as many as there is room for
    char name[64];
    int t = threads[i], at_once = 2048 / t > 32 ? 32 : 2048 / t;
    snprintf(name, sizeof name, "barrier_alone_%d_s", t);
    say(name, seconds([&] { barriers<<<processors(), t>>>(); }) / ROUNDS);
    snprintf(name, sizeof name, "barriers_full_%d_s", t);
    say(name, (double)at_once * processors() * ROUNDS /
                  seconds([&] { barriers<<<at_once * processors(), t>>>(); }));
  }

  latencies<<<1, 32>>>(out, cycles);
  CHECK(cudaMemcpy(got, cycles, 32, cudaMemcpyDeviceToHost));
  say("shared_latency_cycles", (double)got[0] / ROUNDS);
  say("shuffle_latency_cycles", (double)got[1] / ROUNDS);
  say("fma_latency_cycles", (double)got[2] / ROUNDS);
  say("fma_apart_cycles", (double)got[3] / ROUNDS / 8); // each needs none of the seven before it
  return 0;
}

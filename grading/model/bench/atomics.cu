// Atomic additions a second: who shares an address with whom.
#include "bench.cuh"

enum { THREADS = 256, ROUNDS = 64 };

// The address of lane `lane` of warp `warp`: all on one; a word each of one line; one a warp; a word each, anywhere. That all are
// on one shows when the kernel runs, not when it is compiled: else the compiler adds up a warp's values by itself.
enum shape { ONE, LINE, ONE_A_WARP, SPREAD, SHAPES };
static const char *const names[] = {"one", "line", "one_a_warp", "spread"};

__device__ static unsigned place(int shape, unsigned id, unsigned round, unsigned mask) {
  unsigned lane = id % 32, warp = id / 32, x = (id + round * 0x9e3779b9u) * 0x7feb352du;
  x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
  switch (shape) {
  case ONE:
    return x & mask; // 0
  case LINE:
    return lane;
  case ONE_A_WARP:
    return (warp * 32 + round * 32) & mask;
  default:
    return x & mask;
  }
}

template <class T> __global__ void in_global(T *p, int shape, unsigned mask) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned r = 0; r < ROUNDS; r++) atomicAdd(&p[place(shape, id, r, mask)], (T)(1 + (id & 1)));
}

// The old value comes back: the next one waits for it.
__global__ void returning(unsigned *p, int shape, unsigned mask) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x, got = 0;
  for (unsigned r = 0; r < ROUNDS; r++)
    got = atomicAdd(&p[place(shape, id, r + (got == ~0u), mask)], 1 + (id & 1));
  if (got == ~0u) p[0] = 0;
}

__global__ void in_shared(unsigned *out, int shape, unsigned mask) {
  __shared__ unsigned s[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = 0;
  __syncthreads();
  for (unsigned r = 0; r < ROUNDS; r++)
    atomicAdd(&s[place(shape, threadIdx.x, r, mask)], 1 + (threadIdx.x & 1));
  __syncthreads();
  if (s[threadIdx.x] == ~0u) *out = 0;
}

// The same place in every round, so that nothing but the atomics takes time: `on_one` lanes of a warp want one word, or words of one
// bank. COUNTING: all add the constant 1.
template <bool COUNTING> __global__ void steady(unsigned *out, int on_one, bool one_word) {
  __shared__ unsigned s[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = 0;
  __syncthreads();
  unsigned lane = threadIdx.x % 32, group = lane / on_one, in_group = lane % on_one;
  unsigned *at = &s[group + (one_word ? 0 : in_group * 32) + threadIdx.x / 32 % 2 * 1024];
  for (unsigned r = 0; r < ROUNDS; r++)
#pragma unroll
    for (int k = 0; k < 4; k++)
      if (COUNTING)
        atomicAdd(at + k * 512, 1u);
      else
        atomicAdd(at + k * 512, 1 + lane);
  __syncthreads();
  if (s[threadIdx.x] == ~0u) *out = 0;
}

template <bool COUNTING> static void say_steady(unsigned *out, int grid) {
  for (int word = 0; word < 2; word++)
    for (int on_one = 1; on_one <= 32; on_one *= 2) {
      char name[64];
      snprintf(name, sizeof name, "shared_%s_%d_on_a_%s_s", COUNTING ? "counts" : "adds", on_one,
               word ? "word" : "bank");
      say(name, 4.0 * ROUNDS * grid * (THREADS / 32) /
                    seconds([&] { steady<COUNTING><<<grid, THREADS>>>(out, on_one, word); }));
    }
}

__global__ void in_shared_float(unsigned *out, int shape, unsigned mask) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = 0;
  __syncthreads();
  for (unsigned r = 0; r < ROUNDS; r++)
    atomicAdd(&s[place(shape, threadIdx.x, r, mask)], 1.f + (threadIdx.x & 1));
  __syncthreads();
  if (s[threadIdx.x] == -1.f) *out = 0;
}

// ---- latency ----

enum { LINKS = 256, LINE_WORDS = 32, STEPS = 2000 };

template <bool COMPARE> __device__ static unsigned old_value(unsigned *at, unsigned nothing) {
  return COMPARE ? atomicCAS(at, ~nothing, nothing) : atomicAdd(at, nothing);
}

// One thread; the old value says where the next one is. In global memory each place is in a line of its own.
template <bool COMPARE, bool SHARED> __global__ void chain(unsigned *p, unsigned nothing, long long *cycles) {
  __shared__ unsigned s[LINKS];
  unsigned step = SHARED ? 1 : LINE_WORDS, at = 0, *place = SHARED ? s : p;
  for (unsigned i = 0; i < LINKS; i++) place[i * step] = (i + 37) % LINKS;
  for (int i = 0; i < LINKS; i++) at = old_value<COMPARE>(&place[at * step], nothing);
  asm volatile("" : "+r"(at)); // the chain is followed between the two readings of the clock
  long long begin = clock64();
  for (int i = 0; i < STEPS; i++) at = old_value<COMPARE>(&place[at * step], nothing);
  asm volatile("" : "+r"(at));
  cycles[0] = clock64() - begin;
  cycles[1] = at;
}

template <bool COMPARE, bool SHARED> static void say_chain(const char *name, unsigned *p) {
  long long *cycles, got;
  CHECK(cudaMalloc(&cycles, 2 * sizeof *cycles));
  for (int i = 0; i < 2; i++) chain<COMPARE, SHARED><<<1, 1>>>(p, 0, cycles);
  CHECK(cudaMemcpy(&got, cycles, sizeof got, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(cycles));
  say(name, (double)got / STEPS);
}

int main() {
  unsigned *p;
  CHECK(cudaMalloc(&p, 256 << 20));
  CHECK(cudaMemset(p, 0, 256 << 20));
  int grid = 8 * processors();
  for (int s = 0; s < SHAPES; s++) {
    char name[64];
    unsigned mask = s == ONE ? 0 : (1u << 20) - 1, inside = s == ONE ? 0 : 4095;
    int g = s == ONE ? processors() : grid;
    double lanes = (double)g * THREADS * ROUNDS, shared = (double)grid * THREADS * ROUNDS;
    snprintf(name, sizeof name, "atomics_global_%s_s", names[s]);
    say(name, lanes / seconds([&] { in_global<unsigned><<<g, THREADS>>>(p, s, mask); }));
    snprintf(name, sizeof name, "atomics_global_float_%s_s", names[s]);
    say(name, lanes / seconds([&] { in_global<float><<<g, THREADS>>>((float *)p, s, mask); }));
    snprintf(name, sizeof name, "atomics_returning_%s_s", names[s]);
    say(name, lanes / seconds([&] { returning<<<g, THREADS>>>(p, s, mask); }));
    snprintf(name, sizeof name, "atomics_shared_%s_s", names[s]);
    say(name, shared / seconds([&] { in_shared<<<grid, THREADS>>>(p, s, inside); }));
    snprintf(name, sizeof name, "atomics_shared_float_%s_s", names[s]);
    say(name, shared / seconds([&] { in_shared_float<<<grid, THREADS>>>(p, s, inside); }));
  }
  say_steady<false>(p, grid);
  say_steady<true>(p, grid);
  double lanes = (double)grid * THREADS * ROUNDS;
  for (unsigned words = 8; words <= 65536;
       words *= 8) { // few places for all: they share sectors and addresses
    char name[64];
    snprintf(name, sizeof name, "atomics_%u_words_s", words);
    say(name, lanes / seconds([&] { in_global<unsigned><<<grid, THREADS>>>(p, SPREAD, words - 1); }));
  }
  say("atomics_dram_spread_s",
      lanes / seconds([&] { in_global<unsigned><<<grid, THREADS>>>(p, SPREAD, (64u << 20) - 1); }));
  say_chain<false, false>("atomic_add_latency_cycles", p);
  say_chain<true, false>("atomic_compare_latency_cycles", p);
  say_chain<false, true>("shared_add_latency_cycles", p);
  say_chain<true, true>("shared_compare_latency_cycles", p);
  return 0;
}

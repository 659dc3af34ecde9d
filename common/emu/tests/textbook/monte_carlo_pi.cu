// Pi by throwing darts: a generator for each thread, counted by warp votes and by block sums.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <chrono>
#include <memory>

struct Lcg {
  uint32_t state;
  __device__ explicit Lcg(uint32_t seed) : state(seed * 747796405u + 2891336453u) {
    for (int i = 0; i < 4; i++) next();
  }
  __device__ uint32_t next() {
    state = state * 1664525u + 1013904223u;
    return state;
  }
  // An integer of 15 bits: the square fits an int.
  __device__ int coordinate() {
    return next() >> 17;
  }
};

class XorShift {
public:
  __device__ XorShift(uint32_t seed) : s{seed + 1, 362436069u, 521288629u, 88675123u} {}
  __device__ int coordinate() {
    uint32_t t = s[0] ^ (s[0] << 11);
    s[0] = s[1];
    s[1] = s[2];
    s[2] = s[3];
    s[3] = s[3] ^ (s[3] >> 19) ^ t ^ (t >> 8);
    return (int)(s[3] & 0x7fff);
  }

private:
  uint32_t s[4];
};

__device__ unsigned long long hits;

template <class Generator> __global__ void darts(int throwsPerThread, int radius) {
  Generator random(blockIdx.x * blockDim.x + threadIdx.x);
  int mine = 0;
  for (int i = 0; i < throwsPerThread; i++) {
    int x = random.coordinate(), y = random.coordinate();
    if (x * x + y * y < radius * radius) ++mine;
  }
  __shared__ int sums[256];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half >= 1; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (!threadIdx.x) atomicAdd(&hits, (unsigned long long)sums[0]);
}

template <class Generator> __global__ void dartsVote(int throwsPerThread, int radius) {
  Generator random(blockIdx.x * blockDim.x + threadIdx.x);
  unsigned warpHits = 0;
  for (int i = 0; i < throwsPerThread; i++) {
    int x = random.coordinate(), y = random.coordinate();
    warpHits += __popc(__ballot_sync(0xffffffffu, x * x + y * y < radius * radius));
  }
  if ((threadIdx.x & 31) == 0) atomicAdd(&hits, warpHits);
}

static unsigned long long collect() {
  unsigned long long h, zero = 0;
  if (cudaMemcpyFromSymbol(&h, hits, sizeof h) != cudaSuccess) abort();
  if (cudaMemcpyToSymbol(hits, &zero, sizeof zero) != cudaSuccess) abort();
  return h;
}

int main(int argc, char **argv) {
  int blocks = 8, threads = 256, each = 60;
  if (argc == 4) {
    blocks = atoi(argv[1]);
    threads = atoi(argv[2]);
    each = atoi(argv[3]);
  }
  auto begin = std::chrono::steady_clock::now();
  double total = (double)blocks * threads * each;
  darts<Lcg><<<blocks, threads>>>(each, 32768);
  unsigned long long lcg = collect();
  dartsVote<Lcg><<<blocks, threads>>>(each, 32768);
  unsigned long long lcgVote = collect();
  darts<XorShift><<<blocks, threads>>>(each, 32768);
  unsigned long long shift = collect();
  dartsVote<XorShift><<<blocks, threads>>>(each, 32768);
  unsigned long long shiftVote = collect();
  auto end = std::chrono::steady_clock::now();
  printf("%.0f darts each\n", total);
  printf("lcg       %llu %llu pi = %.6f\n", lcg, lcgVote, 4.0 * lcg / total);
  printf("xorshift  %llu %llu pi = %.6f\n", shift, shiftVote, 4.0 * shift / total);
  if (std::chrono::duration_cast<std::chrono::seconds>(end - begin).count() > 60) printf("slow\n");
  return cudaGetLastError();
}

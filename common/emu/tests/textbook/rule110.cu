// One-dimensional cellular automata on bit-packed rows: 32 cells a word, neighbours by shifts and shuffles.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define WORDS_PER_ROW 32

__device__ __host__ constexpr uint32_t applyRule(uint32_t rule, uint32_t left, uint32_t centre,
                                                 uint32_t right) {
  uint32_t result = 0;
  for (int pattern = 0; pattern < 8; pattern++) {
    if (!(rule >> pattern & 1)) continue;
    uint32_t match =
        (pattern & 4 ? left : ~left) & (pattern & 2 ? centre : ~centre) & (pattern & 1 ? right : ~right);
    result |= match;
  }
  return result;
}

// One warp holds one universe in its registers for all steps.
template <int STEPS> __global__ void evolve(uint32_t *universes, const int *rules, unsigned *population) {
  const int lane = threadIdx.x;
  uint32_t cells = universes[blockIdx.x * WORDS_PER_ROW + lane];
  const uint32_t rule = rules[blockIdx.x];
#pragma unroll 4
  for (int s = 0; s < STEPS; s++) {
    uint32_t before = __shfl_sync(0xffffffffu, cells, (lane + 31) % 32);
    uint32_t after = __shfl_sync(0xffffffffu, cells, (lane + 1) % 32);
    uint32_t left = __funnelshift_l(before, cells, 1), right = __funnelshift_r(cells, after, 1);
    cells = applyRule(rule, left, cells, right);
  }
  universes[blockIdx.x * WORDS_PER_ROW + lane] = cells;
  unsigned alive = __popc(cells);
  for (int d = 16; d; d /= 2) alive += __shfl_down_sync(0xffffffffu, alive, d);
  if (lane == 0) population[blockIdx.x] = alive;
}

__global__ void bitFacts(const uint32_t *universes, int *facts) {
  uint32_t w = universes[threadIdx.x];
  unsigned vote = __ballot_sync(~0u, w & 1);
  int *f = facts + threadIdx.x * 5;
  f[0] = __clz(w);
  f[1] = __ffs(w);
  f[2] = (int)(__brev(w) >> 24);
  f[3] = __popcll((unsigned long long)w << 16 | vote);
  f[4] = __all_sync(~0u, w != 0) + 2 * __any_sync(~0u, w == 0) + 4 * (int)(__byte_perm(w, 0, 0x0123) & 1);
}

static std::vector<uint32_t> evolveOnHost(std::vector<uint32_t> row, uint32_t rule, int steps) {
  for (int s = 0; s < steps; s++) {
    std::vector<uint32_t> next(row.size());
    for (size_t i = 0; i < row.size(); i++) {
      uint32_t before = row[(i + row.size() - 1) % row.size()], after = row[(i + 1) % row.size()];
      next[i] = applyRule(rule, row[i] << 1 | before >> 31, row[i], row[i] >> 1 | after << 31);
    }
    row.swap(next);
  }
  return row;
}

int main() {
  const std::vector<int> rules = {30, 54, 90, 110, 150, 184, 250};
  const int count = (int)rules.size();
  std::vector<uint32_t> universes(count * WORDS_PER_ROW);
  for (size_t i = 0; i < universes.size(); i++) universes[i] = (uint32_t)(i + 1) * 2654435769u;
  std::vector<uint32_t> result = universes;

  uint32_t *d_universes;
  int *d_rules, *d_facts, facts[WORDS_PER_ROW * 5];
  unsigned *d_population, population[16];
  cudaMalloc(&d_universes, universes.size() * 4);
  cudaMalloc(&d_rules, count * sizeof(int));
  cudaMalloc(&d_population, count * sizeof(unsigned));
  cudaMalloc(&d_facts, sizeof facts);
  cudaMemcpy(d_universes, universes.data(), universes.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_rules, rules.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  evolve<100><<<count, 32>>>(d_universes, d_rules, d_population);
  bitFacts<<<1, WORDS_PER_ROW>>>(d_universes, d_facts);
  cudaMemcpy(result.data(), d_universes, result.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(population, d_population, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(facts, d_facts, sizeof facts, cudaMemcpyDeviceToHost);

  for (int r = 0; r < count; r++) {
    std::vector<uint32_t> start(universes.begin() + r * WORDS_PER_ROW,
                                universes.begin() + (r + 1) * WORDS_PER_ROW);
    std::vector<uint32_t> expected = evolveOnHost(start, rules[r], 100);
    uint32_t hash = 0;
    bool same = true;
    for (int i = 0; i < WORDS_PER_ROW; i++) {
      hash = (hash << 5 | hash >> 27) ^ result[r * WORDS_PER_ROW + i];
      same = same && expected[i] == result[r * WORDS_PER_ROW + i];
    }
    printf("rule %3d: %4u alive, hash %08x %s\n", rules[r], population[r], hash, same ? "ok" : "WRONG");
  }
  long sums[5] = {};
  for (int i = 0; i < WORDS_PER_ROW * 5; i++) sums[i % 5] += facts[i];
  printf("bit facts: %ld %ld %ld %ld %ld\n", sums[0], sums[1], sums[2], sums[3], sums[4]);
  cudaFree(d_universes);
  cudaFree(d_rules);
  cudaFree(d_population);
  cudaFree(d_facts);
  return cudaGetLastError() != cudaSuccess;
}

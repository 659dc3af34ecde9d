// Dynamic programming: the 0/1 knapsack row by row, and the edit distance along anti-diagonals.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#define CUDA_OK(x) cudaOk((x), __LINE__)
static void cudaOk(cudaError_t e, int line) {
  if (e != cudaSuccess) {
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
    std::exit(1);
  }
}

struct Item {
  int weight, value;
};

__global__ void knapsackRow(const int *previous, int *current, unsigned *taken, Item item, int capacity) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  bool take = false;
  if (c <= capacity) {
    int best = previous[c];
    if (c >= item.weight) {
      int with = previous[c - item.weight] + item.value;
      take = with > best;
      best = take ? with : best;
    }
    current[c] = best;
  }
  unsigned mask = __ballot_sync(0xFFFFFFFF, take);
  if (c % 32 == 0 && c <= capacity) taken[c / 32] = mask;
}

// Cell (i, j) with i + j = diagonal lies at index i of its diagonal.
__global__ void editDiagonal(const char *a, int m, const char *b, int n, const int *before2,
                             const int *before1, int *now, int diagonal) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = diagonal - i;
  if (i > m || j < 0 || j > n) return;
  if (i == 0 || j == 0)
    now[i] = diagonal;
  else
    now[i] = min(min(before1[i - 1], before1[i]) + 1, before2[i - 1] + (a[i - 1] != b[j - 1]));
}

static void knapsack() {
  const int count = 40, capacity = 1000, words = capacity / 32 + 1;
  std::vector<Item> items(count);
  for (int i = 0; i < count; i++) items[i] = {10 + i * 37 % 71, 5 + i * 53 % 97};
  int *rows[2];
  unsigned *taken;
  CUDA_OK(cudaMalloc(&rows[0], (capacity + 1) * sizeof(int)));
  CUDA_OK(cudaMalloc(&rows[1], (capacity + 1) * sizeof(int)));
  CUDA_OK(cudaMalloc(&taken, count * words * sizeof(unsigned)));
  CUDA_OK(cudaMemset(rows[0], 0, (capacity + 1) * sizeof(int)));
  for (int i = 0; i < count; i++) {
    knapsackRow<<<capacity / 128 + 1, 128>>>(rows[0], rows[1], taken + i * words, items[i], capacity);
    std::swap(rows[0], rows[1]);
  }
  int best = 0, weight = 0, value = 0, chosen = 0;
  std::vector<unsigned> bits(count * words);
  CUDA_OK(cudaMemcpy(&best, rows[0] + capacity, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_OK(cudaMemcpy(bits.data(), taken, bits.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (int i = count - 1, c = capacity; i >= 0; i--)
    if (bits[i * words + c / 32] >> c % 32 & 1) {
      c -= items[i].weight;
      weight += items[i].weight;
      value += items[i].value;
      chosen++;
    }
  printf("knapsack: best %d, chosen %d items of weight %d and value %d\n", best, chosen, weight, value);
  for (void *p : {(void *)rows[0], (void *)rows[1], (void *)taken}) CUDA_OK(cudaFree(p));
}

static int editDistance(const std::string &a, const std::string &b) {
  const int m = (int)a.size(), n = (int)b.size();
  char *d_a, *d_b;
  int *diagonals[3], distance;
  CUDA_OK(cudaMalloc(&d_a, m + 1));
  CUDA_OK(cudaMalloc(&d_b, n + 1));
  for (int *&d : diagonals) CUDA_OK(cudaMalloc(&d, (m + 1) * sizeof(int)));
  CUDA_OK(cudaMemcpy(d_a, a.c_str(), m + 1, cudaMemcpyHostToDevice));
  CUDA_OK(cudaMemcpy(d_b, b.c_str(), n + 1, cudaMemcpyHostToDevice));
  for (int d = 0; d <= m + n; d++)
    editDiagonal<<<m / 64 + 1, 64>>>(d_a, m, d_b, n, diagonals[(d + 1) % 3], diagonals[(d + 2) % 3],
                                     diagonals[d % 3], d);
  CUDA_OK(cudaGetLastError());
  CUDA_OK(cudaMemcpy(&distance, diagonals[(m + n) % 3] + m, sizeof distance, cudaMemcpyDeviceToHost));
  CUDA_OK(cudaFree(d_a));
  CUDA_OK(cudaFree(d_b));
  for (int *d : diagonals) CUDA_OK(cudaFree(d));
  return distance;
}

int main() {
  knapsack();
  printf("kitten to sitting: %d\n", editDistance("kitten", "sitting"));
  printf("nothing to abc: %d\n", editDistance("", "abc"));
  std::string left, right;
  for (int i = 0; i < 150; i++) left += "ACGT"[i * i % 11 % 4], right += "ACGT"[i * (i + 3) % 13 % 4];
  printf("two sequences of 150: %d\n", editDistance(left, right));
}

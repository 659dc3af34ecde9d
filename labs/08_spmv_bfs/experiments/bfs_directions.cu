// Experiment: how many edges does a level of a breadth-first search inspect when the frontier looks for unreached vertices
// (down), and how many when unreached vertices look for the frontier (up)?
//
//   build/bin/emucc labs/08_spmv_bfs/experiments/bfs_directions.cu -o directions && ./directions
//
// An R-MAT graph of 4096 vertices and 65536 edges, each there in both directions; and a grid of 64 x 64.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

enum { N = 4096, BLOCK = 256 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "bfs_directions: %s\n", cudaGetErrorString(error));
  exit(1);
}

// count[0]: vertices of the frontier; count[1]: edges down; count[2]: edges up. next gets the levels after this one.
__global__ void one_level(const int *row, const int *to, int depth, const int *level, int *next,
                          unsigned *count) {
  int v = blockIdx.x * BLOCK + threadIdx.x;
  next[v] = level[v];
  if (level[v] == depth) {
    atomicAdd(&count[0], 1u);
    atomicAdd(&count[1], (unsigned)(row[v + 1] - row[v]));
  }
  if (level[v] != -1) return;
  int looked_at = 0;
  for (int e = row[v]; e < row[v + 1] && next[v] == -1; e++) {
    looked_at++;
    if (level[to[e]] == depth) next[v] = depth + 1;
  }
  atomicAdd(&count[2], (unsigned)looked_at);
}

static uint64_t state = 1;
static double uniform() {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

typedef std::vector<std::vector<int>> graph;

static void connect(graph &g, int v, int u) {
  g[v].push_back(u);
  g[u].push_back(v);
}

static void search(const char *name, const graph &g, int source) {
  std::vector<int> row(1), to, level(N, -1);
  for (const std::vector<int> &neighbours : g) {
    for (int u : neighbours) to.push_back(u);
    row.push_back((int)to.size());
  }
  level[source] = 0;
  int *device_row, *device_to, *device_level, *device_next;
  unsigned *device_count, count[3];
  check(cudaMalloc(&device_row, row.size() * 4));
  check(cudaMalloc(&device_to, to.size() * 4));
  check(cudaMalloc(&device_level, N * 4));
  check(cudaMalloc(&device_next, N * 4));
  check(cudaMalloc(&device_count, sizeof count));
  check(cudaMemcpy(device_row, row.data(), row.size() * 4, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_to, to.data(), to.size() * 4, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_level, level.data(), N * 4, cudaMemcpyHostToDevice));

  printf("%s: %d vertices, %zu edges\n", name, N, to.size());
  printf("level  vertices  edges down  edges up\n");
  unsigned vertices = 0, down = 0, up = 0, least = 0;
  for (int depth = 0;; depth++) {
    check(cudaMemset(device_count, 0, sizeof count));
    one_level<<<N / BLOCK, BLOCK>>>(device_row, device_to, depth, device_level, device_next, device_count);
    check(cudaGetLastError());
    check(cudaMemcpy(count, device_count, sizeof count, cudaMemcpyDeviceToHost));
    if (count[0] == 0) break;
    if (depth < 8) printf("%5d %9u %11u %9u\n", depth, count[0], count[1], count[2]);
    if (depth == 8) printf("  ...\n");
    vertices += count[0], down += count[1], up += count[2];
    least += count[1] < count[2] ? count[1] : count[2];
    std::swap(device_level, device_next);
  }
  printf("  sum %9u %11u %9u   the better of each level: %u\n", vertices, down, up, least);
  check(cudaFree(device_row));
  check(cudaFree(device_to));
  check(cudaFree(device_level));
  check(cudaFree(device_next));
  check(cudaFree(device_count));
}

int main() {
  graph rmat(N), grid(N);
  for (int k = 0; k < 16 * N; k++) {
    int from = 0, to = 0;
    for (int bit = N / 2; bit > 0; bit /= 2) {
      double x = uniform();
      if (x >= 0.76) from += bit;
      if ((x >= 0.57 && x < 0.76) || x >= 0.95) to += bit;
    }
    connect(rmat, from, to);
  }
  for (int v = 0; v < N; v++) {
    if (v % 64 != 63) connect(grid, v, v + 1);
    if (v + 64 < N) connect(grid, v, v + 64);
  }
  search("R-MAT", rmat, 2816);
  printf("\n");
  search("grid", grid, 0);
}

// All-pairs shortest paths by Floyd and Warshall: one launch for each vertex, and blocked in three phases.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define INF 1000000
#define B   16

static inline void checkLast(const char *file, const int line) {
  cudaError_t const err{cudaGetLastError()};
  if (err != cudaSuccess) {
    fprintf(stderr, "CUDA runtime error at %s:%d: %s\n", file, line, cudaGetErrorString(err));
    std::exit(EXIT_FAILURE);
  }
}
#define CHECK_LAST_CUDA_ERROR() checkLast(__FILE__, __LINE__)

__global__ void relax(int *d, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  int through = d[i * n + k] + d[k * n + j];
  if (through < d[i * n + j]) d[i * n + j] = through;
}

__device__ void relaxTile(int (*c)[B], const int (*a)[B], const int (*b)[B]) {
  const int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < B; k++) {
    int through = a[y][k] + b[k][x];
    __syncthreads();
    if (through < c[y][x]) c[y][x] = through;
    __syncthreads();
  }
}

__global__ void diagonal(int *d, int n, int round) {
  __shared__ int tile[B][B];
  int *mine = &d[(round * B + threadIdx.y) * n + round * B + threadIdx.x];
  tile[threadIdx.y][threadIdx.x] = *mine;
  __syncthreads();
  relaxTile(tile, tile, tile);
  *mine = tile[threadIdx.y][threadIdx.x];
}

// blockIdx.y 0: the tiles of row `round`; 1: those of column `round`.
__global__ void cross(int *d, int n, int round) {
  if (blockIdx.x == round) return;
  __shared__ int pivot[B][B], tile[B][B];
  int row = blockIdx.y == 0 ? round : blockIdx.x, col = blockIdx.y == 0 ? blockIdx.x : round;
  int *mine = &d[(row * B + threadIdx.y) * n + col * B + threadIdx.x];
  pivot[threadIdx.y][threadIdx.x] = d[(round * B + threadIdx.y) * n + round * B + threadIdx.x];
  tile[threadIdx.y][threadIdx.x] = *mine;
  __syncthreads();
  if (blockIdx.y == 0)
    relaxTile(tile, pivot, tile);
  else
    relaxTile(tile, tile, pivot);
  *mine = tile[threadIdx.y][threadIdx.x];
}

__global__ void rest(int *d, int n, int round) {
  if (blockIdx.x == round || blockIdx.y == round) return;
  __shared__ int a[B][B], b[B][B];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * B + y, col = blockIdx.x * B + x;
  a[y][x] = d[row * n + round * B + x];
  b[y][x] = d[(round * B + y) * n + col];
  __syncthreads();
  int best = d[row * n + col];
#pragma unroll
  for (int k = 0; k < B; k++) best = min(best, a[y][k] + b[k][x]);
  d[row * n + col] = best;
}

int main() {
  const int n = 4 * B;
  std::vector<int> graph(n * n, INF), first(n * n), second(n * n), host;
  unsigned random = 5;
  for (int i = 0; i < n; i++) {
    graph[i * n + i] = 0;
    graph[i * n + (i + 1) % n] = 50 + i % 9;
    for (int e = 0; e < 3; e++) {
      random = random * 1664525u + 1013904223u;
      int to = (random >> 10) % n;
      if (to != i) graph[i * n + to] = std::min(graph[i * n + to], 20 + (int)(random >> 24));
    }
  }
  host = graph;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        host[i * n + j] = std::min(host[i * n + j], host[i * n + k] + host[k * n + j]);

  const size_t bytes = n * n * sizeof(int);
  int *d;
  cudaMalloc(&d, bytes);
  cudaMemcpy(d, graph.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 threads(B, B), blocks(n / B, n / B);
  for (int k = 0; k < n; k++) relax<<<blocks, threads>>>(d, n, k);
  CHECK_LAST_CUDA_ERROR();
  cudaMemcpy(first.data(), d, bytes, cudaMemcpyDeviceToHost);

  cudaMemcpy(d, graph.data(), bytes, cudaMemcpyHostToDevice);
  for (int round = 0; round < n / B; round++) {
    diagonal<<<1, threads>>>(d, n, round);
    cross<<<dim3(n / B, 2), threads>>>(d, n, round);
    rest<<<blocks, threads>>>(d, n, round);
  }
  CHECK_LAST_CUDA_ERROR();
  cudaMemcpy(second.data(), d, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);

  long sum = 0;
  for (int v : first) sum += v;
  printf("%d vertices, sum of distances %ld, longest %d\n", n, sum,
         *std::max_element(first.begin(), first.end()));
  printf("plain %s, blocked %s\n", first == host ? "ok" : "WRONG", second == host ? "ok" : "WRONG");
  return !(first == host && second == host);
}

// shows: dynamic parallelism | fire-and-forget and tail launches, errors and asynchronous copies in kernels
// compared: H200, CUDA 13.0, 2026-11-24
// A quad tree: a block sorts its points into four quadrants and launches a block for each that has many. A tail launch, behind
// all of them, counts the leaves.
// options: -rdc=true
// bug: race-global
#include <cstdio>
#include <cuda_runtime.h>

const int N = 600, LEAF = 16, MOST_NODES = 1024, DEPTH = 8;

struct Node {
  float x, y, size;
  int begin, end, leaf;
};

__device__ Node nodes[MOST_NODES];
__device__ int n_nodes;

__device__ int quadrant(const Node &n, float2 p) {
  return (p.x >= n.x + n.size / 2) + 2 * (p.y >= n.y + n.size / 2);
}

__global__ void build(int which, float2 *from, float2 *to, int depth) {
  __shared__ int count[4], begin[4];
  Node &node = nodes[which];
  if (node.end - node.begin <= LEAF || depth == DEPTH) {
    if (depth % 2) // the result is in the first buffer
      for (int i = node.begin + threadIdx.x; i < node.end; i += blockDim.x) to[i] = from[i];
    if (threadIdx.x == 0) node.leaf = 1;
    return;
  }
  if (threadIdx.x < 4) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = node.begin + threadIdx.x; i < node.end; i += blockDim.x)
    atomicAdd(&count[quadrant(node, from[i])], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    begin[0] = node.begin;
    for (int q = 1; q < 4; q++) begin[q] = begin[q - 1] + count[q - 1];
    int first = atomicAdd(&n_nodes, 4);
    for (int q = 0; q < 4; q++) {
      float half = node.size / 2;
      nodes[first + q] = {
          node.x + (q & 1) * half, node.y + (q >> 1) * half, half, begin[q], begin[q] + count[q], 0};
    }
    count[0] = first;
  }
  __syncthreads();
  int first = count[0];
  for (int i = node.begin + threadIdx.x; i < node.end; i += blockDim.x)
    to[atomicAdd(&begin[quadrant(node, from[i])], 1)] = from[i];
  __syncthreads();
  if (threadIdx.x < 4) build<<<1, 32, 0, cudaStreamFireAndForget>>>(first + threadIdx.x, to, from, depth + 1);
}

__global__ void count(int *result) {
  int leaves = 0, points = 0;
  for (int i = 0; i < n_nodes; i++)
    if (nodes[i].leaf) leaves++, points += nodes[i].end - nodes[i].begin;
  result[0] += leaves;
  result[1] = points;
}

__global__ void start(float2 *a, float2 *b, int *result, int *copy) {
  nodes[0] = {0, 0, 1, 0, N, 0};
  n_nodes = 1;
  build<<<1, 32>>>(0, a, b, 0);
  count<<<1, 1, 0, cudaStreamTailLaunch>>>(result);
#ifdef BUG
  count<<<1, 1>>>(result); // in the block's stream behind the build, but nothing orders what follows here
  result[0] = 0;
#endif
  cudaMemcpyAsync(copy, result, 2 * sizeof *copy, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
  result[2] = cudaGetLastError() == cudaSuccess;
}

int main() {
  static float2 host[N];
  unsigned x = 7;
  for (int i = 0; i < N; i++) {
    float *p = &host[i].x;
    for (int k = 0; k < 2; k++) p[k] = ((x = x * 1664525 + 1013904223) >> 8) / 16777216.0f;
  }
  float2 *a, *b;
  int *result, *copy, got[3], copied[2];
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&result, sizeof got);
  cudaMalloc(&copy, sizeof copied);
  cudaMemset(result, 0, sizeof got);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  start<<<1, 1>>>(a, b, result, copy);
  cudaMemcpy(got, result, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(copied, copy, sizeof copied, cudaMemcpyDeviceToHost);
  printf("%d leaves, %d points, launched %d, copied %d\n", got[0], got[1], got[2], copied[0] == got[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(result);
  cudaFree(copy);
  return 0;
}

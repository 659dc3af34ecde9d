// k-means on integer points held as a structure of arrays, until no point changes its cluster.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define K       5
#define THREADS 128
#define gpuCheck(call)                                                                                       \
  do {                                                                                                       \
    const cudaError_t gpuCheckError = call;                                                                  \
    if (gpuCheckError != cudaSuccess) {                                                                      \
      printf("Error: %s:%d, code:%d, reason: %s\n", __FILE__, __LINE__, gpuCheckError,                       \
             cudaGetErrorString(gpuCheckError));                                                             \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

struct Points {
  int *x, *y;
  int *cluster;
  int count;
};

struct Sums {
  unsigned long long x[K], y[K];
  unsigned members[K];
};

__constant__ int2 centroid[K];

__device__ __host__ inline int square(int v) {
  return v * v;
}

__global__ void assign(Points p, unsigned *changes) {
  __shared__ unsigned local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool changed = false;
  if (i < p.count) {
    int best = -1, bestDistance = INT_MAX;
#pragma unroll
    for (int k = 0; k < K; k++) {
      int distance = square(p.x[i] - centroid[k].x) + square(p.y[i] - centroid[k].y);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = k;
      }
    }
    changed = p.cluster[i] != best;
    p.cluster[i] = best;
  }
  unsigned vote = __ballot_sync(0xffffffff, changed);
  if (threadIdx.x % 32 == 0 && vote) atomicAdd(&local, __popc(vote));
  __syncthreads();
  if (threadIdx.x == 0 && local) atomicAdd(changes, local);
}

__global__ void accumulate(const Points p, Sums *sums) {
  __shared__ Sums block;
  for (int k = threadIdx.x; k < K; k += blockDim.x) block.x[k] = block.y[k] = block.members[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < p.count; i += gridDim.x * blockDim.x) {
    int k = p.cluster[i];
    atomicAdd(&block.x[k], (unsigned long long)p.x[i]);
    atomicAdd(&block.y[k], (unsigned long long)p.y[i]);
    atomicAdd(&block.members[k], 1u);
  }
  __syncthreads();
  if (threadIdx.x < K) {
    int k = threadIdx.x;
    atomicAdd(&sums->x[k], block.x[k]);
    atomicAdd(&sums->y[k], block.y[k]);
    atomicAdd(&sums->members[k], block.members[k]);
  }
}

int main(int argc, char *argv[]) {
  int n = 3000, iterations = 50;
  if (argc > 1) n = atoi(argv[1]);
  if (argc > 2) iterations = atoi(argv[2]);
  std::vector<int> x(n), y(n);
  unsigned seed = 42;
  auto next = [&seed](int limit) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 12) % limit);
  };
  for (int i = 0; i < n; i++) {
    int group = i % K;
    x[i] = 1000 + group * 1500 + next(900) + next(900);
    y[i] = 1000 + group * group * 400 + next(1200);
  }

  Points p;
  Sums *d_sums, sums;
  unsigned *d_changes, changes = 1;
  p.count = n;
  gpuCheck(cudaMalloc(&p.x, n * sizeof *p.x));
  gpuCheck(cudaMalloc(&p.y, n * sizeof *p.y));
  gpuCheck(cudaMalloc(&p.cluster, n * sizeof *p.cluster));
  gpuCheck(cudaMalloc(&d_sums, sizeof sums));
  gpuCheck(cudaMalloc(&d_changes, sizeof changes));
  gpuCheck(cudaMemcpy(p.x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  gpuCheck(cudaMemcpy(p.y, y.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  gpuCheck(cudaMemset(p.cluster, -1, n * sizeof(int)));

  int2 center[K];
  for (int k = 0; k < K; k++) center[k] = make_int2(x[k * 3], y[k * 3]);
  int blocks = (n + THREADS - 1) / THREADS, round = 0;
  for (; round < iterations && changes; round++) {
    gpuCheck(cudaMemcpyToSymbol(centroid, center, sizeof(center)));
    gpuCheck(cudaMemset(d_changes, 0, sizeof changes));
    gpuCheck(cudaMemset(d_sums, 0, sizeof sums));
    assign<<<blocks, THREADS>>>(p, d_changes);
    accumulate<<<4, THREADS>>>(p, d_sums);
    gpuCheck(cudaGetLastError());
    gpuCheck(cudaMemcpy(&sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
    gpuCheck(cudaMemcpy(&changes, d_changes, sizeof changes, cudaMemcpyDeviceToHost));
    for (int k = 0; k < K; k++)
      if (sums.members[k])
        center[k] = {(int)(sums.x[k] / sums.members[k]), (int)(sums.y[k] / sums.members[k])};
    printf("round %2d: %4u changes\n", round + 1, changes);
  }
  for (int k = 0; k < K; k++) printf("(%d, %d) %u points\n", center[k].x, center[k].y, sums.members[k]);
  for (void *pointer : {(void *)p.x, (void *)p.y, (void *)p.cluster, (void *)d_sums, (void *)d_changes})
    gpuCheck(cudaFree(pointer));
  return 0;
}

// Cooperative groups: a reduction by tiles, a ring of blocks that wait for the whole grid, and coalesced
// atomics.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

#define CHECK(x)                                                                                             \
  do {                                                                                                       \
    cudaError_t e_ = (x);                                                                                    \
    if (e_ != cudaSuccess) {                                                                                 \
      fprintf(stderr, "%s at line %d\n", cudaGetErrorString(e_), __LINE__);                                  \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

template <typename Group> __device__ int sumOf(const Group &g, int value) {
  for (int offset = g.size() / 2; offset > 0; offset /= 2) value += g.shfl_down(value, offset);
  return value;
}

template <int TILE> __global__ void tileSums(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<TILE> tile = cg::tiled_partition<TILE>(block);
  int i = block.group_index().x * block.size() + block.thread_rank();
  int sum = sumOf(tile, i < n ? in[i] : 0);
  if (tile.thread_rank() == 0) atomicAdd(out, sum);
}

__device__ int append(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, (int)active.size());
  return active.shfl(first, 0) + active.thread_rank();
}

__global__ void filter(const int *in, int n, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) out[append(count)] = in[i];
}

// Rounds of neighbour sums over the whole grid, with the grid as one group.
__global__ void rounds(int *a, int *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; s++) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) b[i] = (a[i] + a[(i + 1) % n]) % 10007;
    grid.sync();
    int *t = a;
    a = b;
    b = t;
  }
}

int main() {
  int n = 1000, steps = 9, *in, *out, *other, *count, host[2] = {0, 0};
  int *h = (int *)malloc(n * sizeof(int)), *expected = (int *)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) h[i] = i * 7 % 1000;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMalloc(&other, n * sizeof(int)));
  CHECK(cudaMalloc(&count, 2 * sizeof(int)));
  CHECK(cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(count, 0, 2 * sizeof(int)));

  tileSums<32><<<8, 128>>>(in, &count[0], n);
  tileSums<8><<<8, 128>>>(in, &count[1], n);
  CHECK(cudaMemcpy(host, count, sizeof host, cudaMemcpyDeviceToHost));
  printf("sums %d %d\n", host[0], host[1]);

  CHECK(cudaMemset(count, 0, sizeof(int)));
  filter<<<8, 128>>>(in, n, out, count);
  CHECK(cudaMemcpy(&host[0], count, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(expected, out, host[0] * sizeof(int), cudaMemcpyDeviceToHost));
  long sum = 0;
  for (int i = 0; i < host[0]; i++) sum += expected[i];
  printf("%d multiples of three, sum %ld\n", host[0], sum);

  CHECK(cudaMemcpy(out, in, n * sizeof(int), cudaMemcpyDeviceToDevice));
  void *arguments[] = {&out, &other, &n, &steps};
  CHECK(cudaLaunchCooperativeKernel((void *)rounds, dim3(3), dim3(96), arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(expected, steps % 2 ? other : out, n * sizeof(int), cudaMemcpyDeviceToHost));
  int *now = h, *next = (int *)malloc(n * sizeof(int)), wrong = 0;
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < n; i++) next[i] = (now[i] + now[(i + 1) % n]) % 10007;
    int *t = now;
    now = next;
    next = t;
  }
  for (int i = 0; i < n; i++) wrong += now[i] != expected[i];
  printf("%d rounds, first %d, wrong %d\n", steps, expected[0], wrong);

  for (int *p : {in, out, other, count}) CHECK(cudaFree(p));
  free(now), free(next), free(expected);
  return 0;
}

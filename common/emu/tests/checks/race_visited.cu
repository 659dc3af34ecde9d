// Breadth-first search: threads that find one neighbour unvisited all store its level.
// expect: race-global kernel=step at=@look|@mine other=@store
// may: race-global kernel=step at=@look|@mine other=@store
// may: race-global kernel=step at=@look|@store other=@look|@store advice~"atomicCAS"
// fixed: As the advice says: atomicCAS decides who is first, and the levels are read through a volatile.
// prints: 0 1 1 2 3
#include <climits>
#include <cstdio>

__global__ void step(const int *first, const int *to, unsigned *level, int n, unsigned now, int *more) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (v < n && *(volatile unsigned *)&level[v] == now - 1)
    for (int e = first[v]; e < first[v + 1]; ++e)
      if (atomicCAS(&level[to[e]], UINT_MAX, now) == UINT_MAX) atomicExch(more, 1);
#else
  if (v < n && level[v] == now - 1) // @mine
    for (int e = first[v]; e < first[v + 1]; ++e)
      if (level[to[e]] == UINT_MAX) { // @look
        level[to[e]] = now;           // @store
        atomicExch(more, 1);
      }
#endif
}

int main() {
  // 0 - 1, 2;  1 - 3;  2 - 3;  3 - 4
  int first[] = {0, 2, 4, 6, 9, 10}, to[] = {1, 2, 0, 3, 0, 3, 1, 2, 4, 3}, h = 1;
  unsigned level[] = {0, UINT_MAX, UINT_MAX, UINT_MAX, UINT_MAX}, *l;
  int *f, *t, *more;
  cudaMalloc(&f, sizeof first);
  cudaMalloc(&t, sizeof to);
  cudaMalloc(&l, sizeof level);
  cudaMalloc(&more, sizeof h);
  cudaMemcpy(f, first, sizeof first, cudaMemcpyHostToDevice);
  cudaMemcpy(t, to, sizeof to, cudaMemcpyHostToDevice);
  cudaMemcpy(l, level, sizeof level, cudaMemcpyHostToDevice);
  for (unsigned now = 1; h; ++now) {
    h = 0;
    cudaMemcpy(more, &h, sizeof h, cudaMemcpyHostToDevice);
    step<<<1, 32>>>(f, t, l, 5, now, more);
    cudaMemcpy(&h, more, sizeof h, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(level, l, sizeof level, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 5; i++) printf("%u%c", level[i], i < 4 ? ' ' : '\n');
  cudaFree(f), cudaFree(t), cudaFree(l), cudaFree(more);
  return 0;
}

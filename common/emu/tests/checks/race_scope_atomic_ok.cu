// Atomics of block scope on a word of each block, of device scope on what all share.
#include <cstdio>
#include <cuda/atomic>

__global__ void count(int *x) {
  atomicAdd(&x[0], 1); // @add
}

__global__ void count_by_reference(int *x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> c(x[1]);
  c.fetch_add(1, cuda::std::memory_order_relaxed); // @fetch
}

__global__ void count_each(int *x) {
  atomicAdd_block(&x[2 + blockIdx.x], 1);
  cuda::atomic_ref<int, cuda::thread_scope_block> c(x[100 + blockIdx.x]);
  c.fetch_add(1, cuda::std::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&x[0], x[2 + blockIdx.x]);
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  count<<<4, 64>>>(d);
  count_by_reference<<<4, 64>>>(d);
  count_each<<<4, 64>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

// Atomics of block scope on words that all blocks add to.
// expect: race-global kernel=count at=@add other=@add what~"of another block" advice~"take the one without _block"
// expect: race-global kernel=count_by_reference at=@fetch other=@fetch what~"of another block"
// fixed: Atomics of device scope on words that all blocks add to.
// prints: 512
#include <cstdio>
#include <cuda/atomic>

__global__ void count(int *x) {
#ifdef FIXED
  atomicAdd(&x[0], 1);
#else
  atomicAdd_block(&x[0], 1); // @add
#endif
}

__global__ void count_by_reference(int *x) {
#ifdef FIXED
  cuda::atomic_ref<int, cuda::thread_scope_device> c(x[1]);
#else
  cuda::atomic_ref<int, cuda::thread_scope_block> c(x[1]);
#endif
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

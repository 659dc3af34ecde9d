// The last-block reduction with a relaxed counter: nothing hands the partial sums over.
// expect: race-global kernel=reduce at=@read other=@write
// fixed: The last-block reduction with a counter that releases and acquires: it hands the partial sums over.
// prints: 28
#include <cstdio>
#include <cuda/atomic>

__global__ void reduce(int *partial, unsigned *done, int *out) {
  partial[blockIdx.x] = (int)blockIdx.x; // @write
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> d(*done);
#ifdef FIXED
  if (d.fetch_add(1, cuda::std::memory_order_acq_rel) == gridDim.x - 1) {
#else
  if (d.fetch_add(1, cuda::std::memory_order_relaxed) == gridDim.x - 1) {
#endif
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; b++) sum += partial[b]; // @read
    *out = sum;
  }
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 10 * sizeof(int));
  cudaMemset(d, 0, 10 * sizeof(int));
  reduce<<<8, 1>>>(d + 2, (unsigned *)d, d + 1);
  cudaMemcpy(&h, d + 1, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}

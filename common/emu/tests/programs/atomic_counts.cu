// Atomics that change their word, beside those that leave it as it was.
// prints: atomic counts: ok
#include "check.h"
#include <cuda/atomic>
#include <emu/emu.h>

static __device__ int variable;

__global__ void add(int *global, int value) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  atomicAdd(&shared, 1);
  atomicAdd(global, value);
  atomicAdd(&variable, value);
}
__global__ void compare(int *global) { // one thread of 64 finds the number that it asks for
  atomicCAS(global, (int)threadIdx.x, 1000);
}
__global__ void largest(int *global) { // the later a thread comes, the less it changes
  atomicMax(global, 2000);
}
__global__ void by_reference(int *global, int value) {
  cuda::atomic_ref<int, cuda::thread_scope_device>(*global).fetch_add(value);
}

static void counted(long what, uint64_t atomics, uint64_t changes) {
  CUDA(cudaDeviceSynchronize());
  const uint64_t *v = emu_report_get()->total.v;
  expect("atomics", what, v[EMU_global_atomics], atomics);
  expect("changes", what, v[EMU_global_atomic_changes], changes);
  emu_report_reset();
}

int main() {
  int *global;
  CUDA(cudaMalloc(&global, sizeof *global));
  CUDA(cudaMemset(global, 0, sizeof *global));
  add<<<1, 64>>>(global, 0);
  counted(0, 128, 0);
  compare<<<1, 64>>>(global);
  counted(1, 64, 1);
  add<<<2, 64>>>(global, 3);
  counted(2, 256, 256);
  largest<<<1, 64>>>(global);
  counted(3, 64, 1);
  by_reference<<<1, 64>>>(global, 0);
  counted(4, 64, 0);
  by_reference<<<1, 64>>>(global, -1);
  counted(5, 64, 64);
  CUDA(cudaFree(global));
  return finish("atomic counts");
}

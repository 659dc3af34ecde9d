// cuda::atomic_ref and cuda::atomic: arithmetic, a lock-free maximum, a flag that hands data over.
// shows: `cuda::` | `cuda::atomic`, `cuda::atomic_ref`, `cuda::atomic_thread_fence`
// prints: atomic_ref: ok
#include "check.h"
#include <cuda/atomic>

__global__ void count(int *total, unsigned *bits, float *sum, int *most) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> here;
  if (threadIdx.x == 0) here.store(0, cuda::std::memory_order_relaxed);
  __syncthreads();
  here.fetch_add(1, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> b(*bits);
  b.fetch_or(1u << (threadIdx.x % 16), cuda::std::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(0.5f);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*most).fetch_max((int)(threadIdx.x * 7 % 100));
  __syncthreads();
  if (threadIdx.x == 0) cuda::atomic_ref<int, cuda::thread_scope_device>(*total) += here.load();
}

// The last block to finish adds up what all have left behind.
__global__ void last_block(const int *in, int *partial, unsigned *done, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 32; i++) sum += in[blockIdx.x * 32 + i];
    partial[blockIdx.x] = sum;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> d(*done);
    last = d.fetch_add(1, cuda::std::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; b++) sum += partial[b];
    *out = sum;
  }
}

__global__ void exchanges(int *slot, int *seen) {
  cuda::atomic_ref<int> s(*slot);
  seen[threadIdx.x] = s.exchange((int)threadIdx.x + 1);
  int expected = -1;
  seen[32 + threadIdx.x] = s.compare_exchange_strong(expected, 5) + (expected == -1);
}

int main() {
  Both<int> total(1), most(1);
  Both<unsigned> bits(1);
  Both<float> sum(1);
  count<<<4, 64>>>(total.device, bits.device, sum.device, most.device);
  total.to_host();
  most.to_host();
  bits.to_host();
  sum.to_host();
  expect("total", 0, total.host[0], 256);
  expect("most", 0, most.host[0], 99);
  expect("bits", 0, bits.host[0], 0xffffu);
  expect("sum", 0, sum.host[0], 128.0f);

  Both<int> in(8 * 32), partial(8), out(1);
  Both<unsigned> done(1);
  int wanted = 0;
  for (int i = 0; i < 256; i++) wanted += in.host[i] = i % 11;
  in.to_device();
  last_block<<<8, 32>>>(in.device, partial.device, done.device, out.device);
  out.to_host();
  expect("last block", 0, out.host[0], wanted);

  Both<int> slot(1), seen(64);
  exchanges<<<1, 32>>>(slot.device, seen.device);
  slot.to_host();
  seen.to_host();
  int all = slot.host[0];
  for (int i = 0; i < 32; i++) all += seen.host[i], expect("not exchanged", i, seen.host[32 + i], 0);
  expect("exchanged", 0, all, 32 * 33 / 2);
  return finish("atomic_ref");
}

// Latches, semaphores and flags between blocks and threads; bits, constants and variants of cuda::std.
// shows: `cuda::` | `cuda::latch`, `cuda::counting_semaphore`, `cuda::std::atomic_flag`, `wait` of an atomic
// shows: `cuda::` | `cuda::std::variant`, `bit_cast`, `popcount`, `numbers`, `chrono`; `using namespace cuda::std` beside `<complex>`
// bug: race-global
// compared: H200, CUDA 13.0, 2026-11-24
#include <complex>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/numbers>
#include <cuda/std/variant>
#include <cstdio>
#include <new>

using latch = cuda::latch<cuda::thread_scope_device>;
using semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;
using tokens = cuda::counting_semaphore<cuda::thread_scope_device, 4>;

__device__ cuda::std::atomic_flag flag;
__device__ cuda::std::atomic<int> turn(0);
__device__ int guarded, flagged, served;

__global__ void set_up(latch *l, semaphore *s, tokens *t, int blocks) {
  new (l) latch(blocks);
  new (s) semaphore(1);
  new (t) tokens(3);
}
// Every block waits until all have stored their part.
__global__ void meet(latch *l, int *part, int *sum) {
  part[blockIdx.x] = 10 * (blockIdx.x + 1);
#ifndef BUG
  l->arrive_and_wait();
#endif
  int all = 0;
  for (int b = 0; b < gridDim.x; b++) all += part[b];
  sum[blockIdx.x] = all;
}
__global__ void count(semaphore *s, tokens *t) {
  for (int i = 0; i < 25; i++) {
    s->acquire();
    guarded = guarded + 1;
    s->release();
  }
  if (t->try_acquire()) atomicAdd(&served, 1);
  while (flag.test_and_set(cuda::std::memory_order_acquire)) {
  }
  flagged += 100;
  flag.clear(cuda::std::memory_order_release);
}
__global__ void in_turn(int *value) {
  int block = blockIdx.x;
  for (int now; (now = turn.load(cuda::std::memory_order_acquire)) != block;) turn.wait(now);
  *value = *value * 2 + block;
  turn.store(block + 1, cuda::std::memory_order_release);
  turn.notify_all();
}
__global__ void vocabulary(int *out, cuda::std::complex<float> *z) {
  using namespace cuda::std;
  unsigned t = threadIdx.x;
  variant<int, float> v = t % 2 ? variant<int, float>(int(t)) : variant<int, float>(t + 0.5f);
  out[t] = holds_alternative<int>(v) ? get<int>(v) : int(10 * get<float>(v));
  out[t] += 100 * popcount(t) + 1000 * int(bit_ceil(t)) + countl_zero(t);
  if (bit_cast<float>(0x40000000u) == 2.0f) out[t] += 10000;
  out[t] += int(chrono::duration_cast<chrono::milliseconds>(chrono::seconds(t)).count()) * 100;
  z[t] = conj(z[t]) * polar(1.0f, 0.0f) + cuda::std::complex<float>(numbers::pi_v<float>, 1.0f);
}

int main() {
  latch *l;
  semaphore *s;
  tokens *t;
  int *part, *sum, seen, by_flag, got;
  std::complex<float> host[8];
  cuda::std::complex<float> *z;
  cudaMalloc(&l, sizeof *l);
  cudaMalloc(&s, sizeof *s);
  cudaMalloc(&t, sizeof *t);
  cudaMallocManaged(&part, 8 * sizeof *part);
  cudaMallocManaged(&sum, 8 * sizeof *sum);
  cudaMalloc(&z, sizeof host);
  set_up<<<1, 1>>>(l, s, t, 8);
  meet<<<8, 1>>>(l, part, sum);
  cudaDeviceSynchronize();
  for (int b = 0; b < 8; b++) printf("%d ", sum[b]);
  count<<<4, 1>>>(s, t);
  cudaMemcpyFromSymbol(&seen, guarded, sizeof seen);
  cudaMemcpyFromSymbol(&got, served, sizeof got);
  cudaMemcpyFromSymbol(&by_flag, flagged, sizeof by_flag);
  printf("\nguarded %d and %d, served %d\n", seen, by_flag, got);
  sum[0] = 0;
  in_turn<<<6, 1>>>(sum);
  cudaDeviceSynchronize();
  printf("in turn %d\n", sum[0]);
  for (int i = 0; i < 8; i++) host[i] = {float(i), 1.0f};
  cudaMemcpy(z, host, sizeof host, cudaMemcpyHostToDevice);
  vocabulary<<<1, 8>>>(part, z);
  cudaMemcpy(host, z, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%d (%.4f, %.0f)\n", part[i], host[i].real(), host[i].imag());
  cudaFree(l);
  cudaFree(s);
  cudaFree(t);
  cudaFree(part);
  cudaFree(sum);
  cudaFree(z);
}

// The old value that an exchange finds is used, and nobody has written one: in global and shared memory, of each scope, by
// cuda::atomic_ref, through an inlined function.
// expect: uninitialised-read kernel=take at=@global
// expect: uninitialised-read kernel=take at=@branch
// expect: uninitialised-read kernel=take at=@block
// expect: uninitialised-read kernel=take at=@system
// expect: uninitialised-read kernel=take at=@real
// expect: uninitialised-read kernel=take at=@ref
// expect: uninitialised-read kernel=take at=@shared what~"no thread of this block has written"
// expect: uninitialised-read kernel=take at=@function
// expect: uninitialised-read kernel=take at=@array
// fixed: The same exchanges, whose results nobody uses: each is a store.
// prints: 7 7 7 7 7 7 7 7 7
#include <cstdio>
#include <cuda/atomic>

__device__ __forceinline__ int release(int *lock) {
  return atomicExch(lock, 7); // @function
}

__global__ void take(int *p, float *real, unsigned *sum) {
  __shared__ int s;
  unsigned seen = 0;
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(p[4]);
#ifdef FIXED
  atomicExch(&p[0], 7);
  if (blockIdx.x == 0) atomicExch(&p[1], 7);
  (void)atomicExch_block(&p[2], 7);
  int old = atomicExch_system(&p[3], 7);
  (void)old;
  atomicExch(real, 7.0f);
  ref.exchange(7, cuda::memory_order_relaxed);
  atomicExch(&s, 7);
  release(&p[5]);
  for (int i = 0; i < 2; i++) atomicExch(&p[6 + i], 7);
#else
  seen += atomicExch(&p[0], 7);                        // @global
  if (atomicExch(&p[1], 7) == 3) seen++;               // @branch
  seen += atomicExch_block(&p[2], 7);                  // @block
  seen += atomicExch_system(&p[3], 7);                 // @system
  seen += atomicExch(real, 7.0f) != 0;                 // @real
  seen += ref.exchange(7, cuda::memory_order_relaxed); // @ref
  seen += atomicExch(&s, 7);                           // @shared
  seen += release(&p[5]);
  for (int i = 0; i < 2; i++) seen += atomicExch(&p[6 + i], 7); // @array
#endif
  p[8] = s + (seen & 0);
  *sum = seen;
}

int main() {
  int *p, h[9];
  float *real;
  unsigned *sum;
  cudaMalloc(&p, sizeof h);
  cudaMalloc(&real, sizeof *real);
  cudaMalloc(&sum, sizeof *sum);
  take<<<1, 1>>>(p, real, sum);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 9; i++) printf("%d%c", h[i], i == 8 ? '\n' : ' ');
  cudaFree(p);
  cudaFree(real);
  cudaFree(sum);
}

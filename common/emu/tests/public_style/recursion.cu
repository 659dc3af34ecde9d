// Recursive device functions: Fibonacci, Ackermann, the towers of Hanoi; a greater stack is asked for.
// shows: kernels | recursion, `cudaDeviceSetLimit` of the stack and the heap
// compared: H200, CUDA 13.0, 2026-11-24
#include <stdio.h>

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ void hanoi(int n, int from, int to, int over, int *moves) {
  if (n == 0) return;
  hanoi(n - 1, from, over, to, moves);
  ++*moves;
  hanoi(n - 1, over, to, from, moves);
}
__global__ void run(int *out) {
  int i = threadIdx.x;
  out[i] = fibonacci(i);
  if (i == 0) out[20] = ackermann(2, 5);
  if (i == 1) {
    int moves = 0;
    hanoi(7, 0, 1, 2, &moves);
    out[21] = moves;
  }
}

int main() {
  int *d, h[22];
  size_t stack = 0;
  cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024);
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  cudaMalloc(&d, sizeof h);
  run<<<1, 16>>>(d);
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemset(d + 16, 0, 4 * sizeof *d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s: %d %d %d, A(2,5) = %d, %d moves, stack %zu\n", cudaGetErrorName(error), h[9], h[12], h[15],
         h[20], h[21], stack);
  cudaFree(d);
}

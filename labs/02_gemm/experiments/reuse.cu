// Experiment: what a block loads for a tile of C of width W, and how many operations it can make of a byte.
//
//   build/bin/emucc labs/02_gemm/experiments/reuse.cu -o reuse && ./reuse
//
// No product is computed: the kernel only brings every tile of A and B to shared memory that the product would need.
#include <cstdio>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#else
#error "this experiment counts; compile it with build/bin/emucc"
#endif

enum { N = 256, STEP = 8, THREADS = 128 }; // square matrices of N x N

template <int W> __global__ void load_tiles(const float *a, const float *b, float *c) {
  __shared__ float as[W * STEP], bs[STEP * W];
  int row0 = blockIdx.y * W, col0 = blockIdx.x * W;
  float last = 0;
  for (int l0 = 0; l0 < N; l0 += STEP) {
    for (int i = threadIdx.x; i < W * STEP; i += THREADS) {
      as[i] = a[(row0 + i / STEP) * N + l0 + i % STEP];
      bs[i] = b[(l0 + i / W) * N + col0 + i % W];
    }
    __syncthreads();
    last += as[threadIdx.x % (W * STEP)] + bs[threadIdx.x % (W * STEP)];
    __syncthreads();
  }
  if (threadIdx.x == 0) c[blockIdx.y * gridDim.x + blockIdx.x] = last; // keeps the loads alive
}

template <int W> static void run(const float *a, const float *b, float *c) {
  load_tiles<W><<<dim3(N / W, N / W), THREADS>>>(a, b, c);
  if (cudaDeviceSynchronize()) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  double bytes = (double)emu_report_get()->total.v[EMU_global_load_bytes], products = (double)N * N * N;
  printf("%5d %14.0f %16.1f %15.2f\n", W, bytes, products * 2 * 4 / bytes, 2 * products / bytes);
  emu_report_reset();
}

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, N * N * sizeof *a);
  cudaMalloc(&b, N * N * sizeof *b);
  cudaMalloc(&c, N * N * sizeof *c);
  cudaMemset(a, 0, N * N * sizeof *a);
  cudaMemset(b, 0, N * N * sizeof *b);
  printf("width   bytes loaded   products/element   FLOP/byte\n");
  run<8>(a, b, c);
  run<16>(a, b, c);
  run<32>(a, b, c);
  run<64>(a, b, c);
  run<128>(a, b, c);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

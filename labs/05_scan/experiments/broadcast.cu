// Experiment: 512 threads of a block need one number each block has one of. What does its load cost?
//
//   build/bin/emucc labs/05_scan/experiments/broadcast.cu -o broadcast && ./broadcast
//
// This is the third phase of a scan: out[i] += sum[block]. First every thread loads the sum, then one does,
// and hands it on through shared memory.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { TILE = 512, TILES = 100 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "broadcast: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void each_thread(float *out, const float *sum) {
  out[blockIdx.x * TILE + threadIdx.x] += sum[blockIdx.x];
}

__global__ void one_thread(float *out, const float *sum) {
  __shared__ float s;
  if (threadIdx.x == 0) s = sum[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * TILE + threadIdx.x] += s;
}

static void print_counts(const char *what) {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  const struct emu_counters *c = &emu_report_get()->total;
  printf("%-12s %14.2f %16.2f %17.2f\n", what, c->v[EMU_global_load_bytes] / (double)(TILES * TILE),
         c->v[EMU_global_load_requests] / (double)(TILES * TILE / 32),
         c->v[EMU_global_load_sectors] / (double)(TILES * TILE / 32));
  emu_report_reset();
#else
  printf("%-12s launched\n", what);
#endif
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  float *out, *sum;
  check(cudaMalloc(&out, TILES * TILE * sizeof *out));
  check(cudaMalloc(&sum, TILES * sizeof *sum));
  check(cudaMemset(out, 0, TILES * TILE * sizeof *out));
  check(cudaMemset(sum, 0, TILES * sizeof *sum));
  printf("loaded by    bytes/element    requests/warp      sectors/warp\n");
  each_thread<<<TILES, TILE>>>(out, sum);
  print_counts("each thread");
  one_thread<<<TILES, TILE>>>(out, sum);
  print_counts("one thread");
  check(cudaFree(out));
  check(cudaFree(sum));
}

// Experiment: what does one kernel for residual, norm and scale save, against a kernel for each?
//
//   build/bin/emucc labs/09_dnn/experiments/fusion.cu -Icommon -o fusion && ./fusion
//
// The fused one is stage 5 of your starter.cu. Counted are bytes an element of a matrix of 64 x 4096 bfloat16.
#include "../starter.cu"
#include <cstdio>
#include <cstdlib>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { MATRIX_ROWS = 64, MATRIX_COLUMNS = 4096, ELEMENTS = MATRIX_ROWS * MATRIX_COLUMNS };

static void check(int error) {
  if (error == 0) return;
  fprintf(stderr, "fusion: %s\n",
          error == PMPP_TODO ? "stage 5 is still to be written" : cudaGetErrorString((cudaError_t)error));
  exit(1);
}

__global__ void add(const dnn_bf16 *x, dnn_bf16 *residual) {
  int i = blockIdx.x * 256 + threadIdx.x;
  residual[i] = __float2bfloat16(__bfloat162float(x[i]) + __bfloat162float(residual[i]));
}

__global__ void normalise(const dnn_bf16 *h, float eps, dnn_bf16 *out) {
  int64_t row = (int64_t)blockIdx.x * MATRIX_COLUMNS;
  float squares = 0;
  for (int j = threadIdx.x; j < MATRIX_COLUMNS; j += BLOCK)
    squares += __bfloat162float(h[row + j]) * __bfloat162float(h[row + j]);
  float root = sqrtf(block_sum(squares) / MATRIX_COLUMNS + eps);
  for (int j = threadIdx.x; j < MATRIX_COLUMNS; j += BLOCK)
    out[row + j] = __float2bfloat16(__bfloat162float(h[row + j]) / root);
}

__global__ void multiply(const dnn_bf16 *weight, dnn_bf16 *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = __float2bfloat16(__bfloat162float(out[i]) * __bfloat162float(weight[i % MATRIX_COLUMNS]));
}

static void print_bytes(const char *what, int kernels) {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  printf("%-14s %7d %14.1f\n", what, kernels,
         emu_metric_value(&emu_report_get()->total, EMU_global_bytes) / ELEMENTS);
  emu_report_reset();
#else
  printf("%-14s %7d\n", what, kernels);
#endif
}

int main() {
  dnn_bf16 *x, *residual, *weight, *out;
  for (dnn_bf16 **p : {&x, &residual, &weight, &out}) {
    check(cudaMalloc(p, ELEMENTS * sizeof **p));
    check(cudaMemset(*p, 0, ELEMENTS * sizeof **p));
  }
  printf("form           kernels  bytes/element\n");
  add<<<ELEMENTS / 256, 256>>>(x, residual);
  normalise<<<MATRIX_ROWS, BLOCK>>>(residual, 1e-5f, out);
  multiply<<<ELEMENTS / 256, 256>>>(weight, out);
  print_bytes("one a step", 3);
  check(dnn_5_rms_norm_residual(x, residual, weight, MATRIX_ROWS, MATRIX_COLUMNS, 1e-5f, out));
  print_bytes("fused", 1);
  for (dnn_bf16 *p : {x, residual, weight, out}) check(cudaFree(p));
}

// Experiment: how many operations does a linear layer do for each byte, and from which batch on is it bound by arithmetic?
//
//   build/bin/emucc labs/09_dnn/experiments/intensity.cu -Icommon -o intensity && ./intensity
//
// The layer is stage 6 of your starter.cu. Counted are the bytes that its kernel asks for.
#include "../starter.cu"
#include <cstdio>
#include <cstdlib>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { WIDTH = 256, MOST_ROWS = 256, ROOF = 14 }; // ROOF: an H200's fp32 operations a byte, by its data sheet

static void check(int error) {
  if (error == 0) return;
  fprintf(stderr, "intensity: %s\n",
          error == PMPP_TODO ? "stage 6 is still to be written" : cudaGetErrorString((cudaError_t)error));
  exit(1);
}

// Operations a byte: compulsory, and as counted (0 on a GPU, where nothing counts).
static void measure(const float *x, const float *w, const float *b, int rows, float *y) {
  double operations = 2.0 * rows * WIDTH * WIDTH;
  double compulsory = operations / (4.0 * (2 * rows * WIDTH + WIDTH * WIDTH + WIDTH)), counted = 0;
  check(dnn_6_linear_gelu(x, w, b, rows, WIDTH, WIDTH, DNN_GELU, y));
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  counted = operations / emu_metric_value(&emu_report_get()->total, EMU_global_bytes);
  emu_report_reset();
#endif
  printf("%5d %11.1f %8.1f  %s\n", rows, compulsory, counted, compulsory < ROOF ? "memory" : "arithmetic");
}

int main() {
  float *x, *w, *b, *y;
  const size_t bytes = MOST_ROWS * WIDTH * sizeof(float);
  for (float **p : {&x, &w, &b, &y}) {
    check(cudaMalloc(p, bytes));
    check(cudaMemset(*p, 0, bytes));
  }
  printf("batch  compulsory  counted  bound by\n");
  for (int rows : {1, 4, 16, 32, 64, 256}) measure(x, w, b, rows, y);
  for (float *p : {x, w, b, y}) check(cudaFree(p));
}

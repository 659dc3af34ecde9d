// Experiment: how many bytes do the three softmax kernels load and store for an element, for short rows and long ones?
//
//   build/bin/emucc labs/09_dnn/experiments/passes.cu -Icommon -o passes && ./passes
//
// It runs the functions of your starter.cu. 8 bytes are the least: each element loaded once and stored once.
#include "../starter.cu"
#include <cstdio>
#include <cstdlib>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

static void check(int error) {
  if (error == 0) return;
  fprintf(stderr, "passes: %s\n",
          error == PMPP_TODO ? "a stage is still to be written" : cudaGetErrorString((cudaError_t)error));
  exit(1);
}

// Bytes an element since the last call.
static double bytes(int64_t elements) {
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  double counted = emu_metric_value(&emu_report_get()->total, EMU_global_bytes);
  emu_report_reset();
  return counted / (double)elements;
#else
  (void)elements;
  return 0;
#endif
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  const int64_t lengths[] = {100, 1000, 8000, 16000, 131072};
  printf("columns  three passes  online  resident\n");
  for (int64_t columns : lengths) {
    int64_t rows = 262144 / columns, n = rows * columns;
    float *in, *out;
    uint64_t *scratch;
    check(cudaMalloc(&in, n * sizeof *in));
    check(cudaMalloc(&out, n * sizeof *out));
    check(cudaMalloc(&scratch, dnn_words(rows, columns) * sizeof *scratch));
    check(cudaMemset(in, 0, n * sizeof *in));
    bytes(n);
    check(dnn_1_softmax_three_passes(in, rows, columns, out));
    double three = bytes(n);
    check(dnn_2_softmax_online(in, rows, columns, out));
    double online = bytes(n);
    check(dnn_3_softmax_resident(in, rows, columns, scratch, out));
    printf("%7lld %13.1f %7.1f %9.1f\n", (long long)columns, three, online, bytes(n));
    check(cudaFree(in));
    check(cudaFree(out));
    check(cudaFree(scratch));
  }
}

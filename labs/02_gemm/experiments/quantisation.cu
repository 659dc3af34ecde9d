// Experiment: your stage 3 for matrices that do not fill their tiles. How many of the products it makes are useful?
//
//   build/bin/emucc labs/02_gemm/experiments/quantisation.cu -Icommon -o quantisation && ./quantisation
//
// A warp reads two words of shared memory for 32 products: the shared loads tell how many were made.
#include "../starter.cu"
#include <cstdio>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#else
#error "this experiment counts; compile it with build/bin/emucc"
#endif

static void run(int n) {
  float *a, *b, *c;
  size_t bytes = sizeof(float) * n * n;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  emu_report_reset();
  int answer = gemm_3_shared_tile(n, n, n, 1, a, b, 0, c);
  cudaDeviceSynchronize();
  double useful = (double)n * n * n,
         made = 16.0 * (double)emu_report_get()->total.v[EMU_shared_load_requests];
  if (answer == PMPP_TODO)
    printf("%3d x %-3d   gemm_3_shared_tile is not written yet\n", n, n);
  else
    printf("%3d x %-3d %12.0f %12.0f %8.1f %%\n", n, n, useful, made, 100 * useful / made);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

int main() {
  printf("matrices        useful         made     useful\n");
  const int sizes[] = {31, 32, 33, 64, 65, 80, 96, 97};
  for (int n : sizes) run(n);
}

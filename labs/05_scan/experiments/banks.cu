// Experiment: bank conflicts of the indices that a tree over a tile of 512 elements uses, and what padding
// does.
//
//   build/bin/emucc labs/05_scan/experiments/banks.cu -o banks && ./banks
//
// In the step with distance d, thread t stores word 2 d (t + 1) - 1, as far as the tile reaches. Padded means
// that word k lies at k + k / 32: one word is left out after every 32.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { TILE = 512 };

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "banks: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void store_strided(int d, bool padded) {
  __shared__ volatile float s[TILE + TILE / 32]; // volatile: nobody reads what is stored
  int k = 2 * d * (threadIdx.x + 1) - 1;
  if (k < TILE) s[padded ? k + k / 32 : k] = 1;
}

// Wavefronts of one step, all warps together.
static int wavefronts(int d, bool padded) {
  store_strided<<<1, TILE / 2>>>(d, padded);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  int counted = (int)emu_report_get()->total.v[EMU_shared_store_wavefronts];
  emu_report_reset();
  return counted;
#else
  return 0;
#endif
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu, metric\n"
         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\n");
#endif
  printf("     d  threads  wavefronts  padded\n");
  for (int d = 1; d < TILE; d *= 2) {
    int plain = wavefronts(d, false), padded = wavefronts(d, true);
    printf("%6d %8d %11d %7d\n", d, TILE / (2 * d), plain, padded);
  }
}

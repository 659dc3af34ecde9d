// Experiment: a warp stores rows of a 32 x 32 tile in shared memory and reads columns. In how many wavefronts?
//
//   build/bin/emucc labs/02_gemm/experiments/banks.cu -o banks && ./banks
//
// The emulator counts. On a GPU, compile the same file with nvcc and let Nsight Compute count:
//
//   nvcc -o banks labs/02_gemm/experiments/banks.cu
//   ncu --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum ./banks
#include <cstdio>
#include <cuda_runtime.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { SIDE = 32 };
enum layout { PLAIN_BY_ROWS, PLAIN, PADDED, TURNED, SWIZZLED };

// Where element (row, col) of the tile lies. Swizzled: in its row, but at col with the bits of row turned over.
template <layout L> static __device__ int place(int row, int col) {
  if (L == PADDED) return row * (SIDE + 1) + col;
  if (L == TURNED) return col * SIDE + row;
  if (L == SWIZZLED) return row * SIDE + (col ^ row);
  return row * SIDE + col;
}

// 32 warps store a row each and, after a barrier, read a column each (PLAIN_BY_ROWS: a row).
template <layout L> __global__ void tile(const float *in, float *out) {
  __shared__ float s[SIDE * (SIDE + 1)];
  int lane = threadIdx.x, warp = threadIdx.y;
  s[place<L>(warp, lane)] = in[warp * SIDE + lane];
  __syncthreads();
  out[warp * SIDE + lane] = L == PLAIN_BY_ROWS ? s[place<L>(warp, lane)] : s[place<L>(lane, warp)];
}

template <layout L> static void run(const char *name, const float *in, float *out) {
  tile<L><<<1, dim3(SIDE, SIDE)>>>(in, out);
  cudaError_t error = cudaDeviceSynchronize();
#ifdef __PMPP_EMU__
  const uint64_t *v = emu_report_get()->total.v;
  printf(
      "%-32s %6d %6d %8d\n", name, (int)v[EMU_shared_store_wavefronts], (int)v[EMU_shared_load_wavefronts],
      (int)(v[EMU_shared_store_wavefronts] + v[EMU_shared_load_wavefronts] - v[EMU_shared_wavefronts_ideal]));
  emu_report_reset();
#else
  printf("%-32s %s\n", name, cudaGetErrorString(error));
#endif
  (void)error;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, SIDE * SIDE * sizeof *in);
  cudaMalloc(&out, SIDE * SIDE * sizeof *out);
  cudaMemset(in, 0, SIDE * SIDE * sizeof *in);
  printf("wavefronts of 32 warps            store   load   excess\n");
  run<PLAIN_BY_ROWS>("s[32][32], read by rows", in, out);
  run<PLAIN>("s[32][32], read by columns", in, out);
  run<PADDED>("s[32][33], read by columns", in, out);
  run<TURNED>("s[32][32], stored turned", in, out);
  run<SWIZZLED>("s[32][32], swizzled: col ^ row", in, out);
  cudaFree(in);
  cudaFree(out);
}

// expect: inefficient 3_shared_tile constant_load_wavefronts on emu
// fault: no tile: operands come from constant memory, into which the host copies pieces of A and B.
#include "operands_in_constants.cuh"

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  return by_pieces(m, n, k, alpha, a, b, beta, c);
}

// A product of matrices of hundreds in a half-precision accumulator: 16 * 100 * 100 is more than 65504.
// note: half-overflow kernel=product at=@multiply what~160000 advice~"accumulate in a"
// fixed: The same product of half-precision matrices in an accumulator of floats.
// prints: 160000
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
#ifdef FIXED
typedef float accumulator_t;
#else
typedef __half accumulator_t;
#endif

__global__ void product(const __half *in, accumulator_t *out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, accumulator_t> sum;
  wmma::load_matrix_sync(a, in, 16);
  wmma::load_matrix_sync(b, in, 16);
  wmma::fill_fragment(sum, accumulator_t(0.0f));
  wmma::mma_sync(sum, a, b, sum); // @multiply
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

int main() {
  __half h[256], *in;
  accumulator_t *out, first;
  for (int i = 0; i < 256; i++) h[i] = __float2half(100.0f);
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, 256 * sizeof *out);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  product<<<1, 32>>>(in, out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  printf("%g\n", (double)(float)first);
  cudaFree(in);
  cudaFree(out);
  return 0;
}

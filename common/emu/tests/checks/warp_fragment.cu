// A matrix product with a block of 16 threads: fragments need whole warps.
// expect: warp-sync-mask kernel=product at=@load block=0,0,0 what~load_matrix_sync advice~"all 32 lanes of a warp execute it together"
// expect: warp-sync-mask kernel=product at=@multiply block=0,0,0 what~mma_sync
// expect: warp-sync-mask kernel=product at=@store block=0,0,0 what~store_matrix_sync
// fixed: A matrix product by one whole warp.
// prints: no error
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

__global__ void product(const __half *a, float *d) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, a, 16);                        // @load
  wmma::mma_sync(sum, fa, fb, sum);                         // @multiply
  wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major); // @store
}

int main() {
  __half *a;
  float *d;
  cudaMalloc(&a, 256 * sizeof(__half));
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(__half));
#ifdef FIXED
  product<<<1, 32>>>(a, d);
#else
  product<<<1, 16>>>(a, d);
#endif
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(a);
  cudaFree(d);
  return 0;
}

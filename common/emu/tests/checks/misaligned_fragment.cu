// A matrix of fragments that begins one element past a multiple of 32 bytes.
// expect: misaligned-access kernel=pass at=@load block=0,0,0 what~"2 bytes past a multiple of 32" advice~"a matrix of fragments"
// fixed: A matrix of fragments that begins at a multiple of 32 bytes.
// prints: no error
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

__global__ void pass(const __half *a, __half *d) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
#ifdef FIXED
  wmma::load_matrix_sync(fa, a + 16, 16);
#else
  wmma::load_matrix_sync(fa, a + 1, 16); // @load
#endif
  d[threadIdx.x] = fa.x[0];
}

int main() {
  __half *a, *d;
  cudaMalloc(&a, 512 * sizeof(__half));
  cudaMalloc(&d, 32 * sizeof(__half));
  cudaMemset(a, 0, 512 * sizeof(__half));
  pass<<<1, 32>>>(a, d);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(a);
  cudaFree(d);
  return 0;
}

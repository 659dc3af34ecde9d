// expect: pass 10_split_tf32 global_load_bytes
// form: a warp computes 16 x 16 elements by itself; it splits on the way to shared memory, and fragments come from four tiles.
#include "gemm.h"
#include <mma.h>
using namespace nvcuda;

enum { WARPS = 4 };

static __device__ void put(float *high, float *low, float v) {
  *high = wmma::__float_to_tf32(v);
  *low = wmma::__float_to_tf32(v - *high);
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  __shared__ __align__(32) float ah[WARPS][128], al[WARPS][128], bh[WARPS][128], bl[WARPS][128],
      sc[WARPS][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row0 = 16 * blockIdx.y, col0 = 16 * (WARPS * blockIdx.x + warp);
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fah, fal;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fbh, fbl;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc, fs;
  wmma::fill_fragment(fs, 0.0f);
  for (int l0 = 0; l0 < k; l0 += 8) {
    for (int i = lane; i < 128; i += 32) {
      int r = i / 8, s = i % 8, t = i / 16, u = i % 16;
      put(&ah[warp][i], &al[warp][i], row0 + r < m && l0 + s < k ? a[(row0 + r) * k + l0 + s] : 0);
      put(&bh[warp][i], &bl[warp][i], l0 + t < k && col0 + u < n ? b[(l0 + t) * n + col0 + u] : 0);
    }
    __syncwarp();
    wmma::load_matrix_sync(fah, ah[warp], 8);
    wmma::load_matrix_sync(fal, al[warp], 8);
    wmma::load_matrix_sync(fbh, bh[warp], 16);
    wmma::load_matrix_sync(fbl, bl[warp], 16);
    wmma::fill_fragment(fc, 0.0f);
    wmma::mma_sync(fc, fal, fbh, fc);
    wmma::mma_sync(fc, fah, fbl, fc);
    wmma::mma_sync(fc, fah, fbh, fc);
    for (int i = 0; i < fs.num_elements; i++) fs.x[i] += fc.x[i];
    __syncwarp();
  }
  wmma::store_matrix_sync(sc[warp], fs, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = lane; i < 256; i += 32) {
    int row = row0 + i / 16, col = col0 + i % 16;
    if (row >= m || col >= n) continue;
    float old = beta == 0 ? 0 : beta * c[row * n + col];
    c[row * n + col] = alpha * sc[warp][i] + old;
  }
}

int gemm_10_split_tf32(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  product<<<dim3((n + 16 * WARPS - 1) / (16 * WARPS), (m + 15) / 16), 32 * WARPS>>>(m, n, k, alpha, a, b,
                                                                                    beta, c);
  return cudaGetLastError();
}

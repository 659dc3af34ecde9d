// Tensor-core fragments: products of every shape, layout and element type, against sums in double.
// shows: tensor cores | `mma.h`: `nvcuda::wmma` of 16x16x16, 32x8x16, 8x32x16 (half, bfloat16) and 16x16x8 (tf32)
// prints: fragments: ok
#include "check.h"
#include <cmath>
#include <mma.h>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

using namespace nvcuda;

template <int m, int n, int k, class T, class In, class LayoutA, class LayoutB, class Out>
__global__ void product(const In *a, const In *b, const Out *c, Out *d, int lda, int ldb, int ldc,
                        wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Out> fc, sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::load_matrix_sync(fc, c, ldc, layout);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::mma_sync(sum, fa, fb, sum);
  for (int i = 0; i < fc.num_elements; i++) sum.x[i] = sum.x[i] * (Out)0.5f + fc.x[i];
  wmma::store_matrix_sync(d, sum, ldc, layout);
}

template <class In> In element(int i) { // small integers and halves: exact in every type
  return (In)(float)(((i * 7) % 13 - 6) * 0.5f);
}

// Layouts: true for columns.
template <int m, int n, int k, class T, class In, class Out, bool cols_a, bool cols_b, bool cols_c>
void check(const char *name) {
  typedef typename std::conditional<cols_a, wmma::col_major, wmma::row_major>::type LayoutA;
  typedef typename std::conditional<cols_b, wmma::col_major, wmma::row_major>::type LayoutB;
  const int pad = 16;
  int lda = (cols_a ? m : k) + pad, ldb = (cols_b ? k : n) + pad, ldc = (cols_c ? m : n) + pad;
  Both<In> a(48 * 48), b(48 * 48);
  Both<Out> c(48 * 48), d(48 * 48);
  for (int i = 0; i < 48 * 48; i++) {
    a.host[i] = element<In>(i);
    b.host[i] = element<In>(i * 3 + 1);
    c.host[i] = element<Out>(i * 5 + 2);
  }
  a.to_device();
  b.to_device();
  c.to_device();
  product<m, n, k, T, In, LayoutA, LayoutB, Out>
      <<<1, 32>>>(a.device, b.device, c.device, d.device, lda, ldb, ldc,
                  cols_c ? wmma::mem_col_major : wmma::mem_row_major);
  d.to_host();
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++)
        sum += (double)(float)a.host[cols_a ? l * lda + i : i * lda + l] *
               (double)(float)b.host[cols_b ? j * ldb + l : l * ldb + j];
      int at = cols_c ? j * ldc + i : i * ldc + j;
      expect(name, i * 100 + j, (float)d.host[at], (float)(sum + (double)(float)c.host[at]));
    }
}

template <int m, int n, int k> void check_half(const char *name) {
  check<m, n, k, __half, __half, float, false, false, false>(name);
  check<m, n, k, __half, __half, float, true, false, false>(name);
  check<m, n, k, __half, __half, float, false, true, true>(name);
  check<m, n, k, __half, __half, __half, true, true, false>(name);
}

// A product of larger matrices through shared memory, four warps a block.
__global__ void tiled(const __half *a, const __half *b, float *c, int n) {
  __shared__ __align__(32) __half sa[2][16][16], sb[2][16][16];
  int warp = threadIdx.x / 32, wy = warp / 2, wx = warp % 2, y0 = blockIdx.y * 32, x0 = blockIdx.x * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k0 = 0; k0 < n; k0 += 16) {
    for (int i = threadIdx.x; i < 512; i += blockDim.x) {
      int r = i / 16, q = i % 16;
      sa[r / 16][r % 16][q] = a[(y0 + r) * n + k0 + q];
      sb[r / 16][q][r % 16] = b[(k0 + q) * n + x0 + r];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    wmma::load_matrix_sync(fa, &sa[wy][0][0], 16);
    wmma::load_matrix_sync(fb, &sb[wx][0][0], 16);
    wmma::mma_sync(sum, fa, fb, sum);
    __syncthreads();
  }
  wmma::store_matrix_sync(c + (y0 + wy * 16) * n + x0 + wx * 16, sum, n, wmma::mem_row_major);
}

int main() {
  check_half<16, 16, 16>("16x16x16");
  check_half<32, 8, 16>("32x8x16");
  check_half<8, 32, 16>("8x32x16");
  check<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, false, true, false>("bfloat16");
  check<16, 16, 8, wmma::precision::tf32, float, float, false, false, false>("tf32");
  const int n = 64;
  Both<__half> a(n * n), b(n * n);
  Both<float> c(n * n);
  for (int i = 0; i < n * n; i++) {
    a.host[i] = element<__half>(i);
    b.host[i] = element<__half>(i * 5);
  }
  a.to_device();
  b.to_device();
#ifdef __PMPP_EMU__
  emu_report_reset();
#endif
  tiled<<<dim3(n / 32, n / 32), 128>>>(a.device, b.device, c.device, n);
  c.to_host();
#ifdef __PMPP_EMU__
  expect("tensor_ops", 0, (float)emu_report_get()->total.v[EMU_tensor_ops], 2.0f * n * n * n);
  double squares = 0; // of quarters: each fragment's sum is rounded
  for (int i = 0; i < n * n * n; i++) {
    double x = (double)(float)a.host[i / n], y = (double)(float)b.host[i / n % n * n + i % n];
    squares += x * x * y * y;
  }
  expect("tensor_squares", 0, fabs(emu_report_get()->total.v[EMU_tensor_squares] - squares) <= 32, true);
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += (float)a.host[i * n + k] * (float)b.host[k * n + j];
      expect("tiled", i * n + j, c.host[i * n + j], sum);
    }
  return finish("fragments");
}

// Inline PTX of tensor-core fragments: wmma.load, wmma.mma, wmma.store. All values are small whole numbers, so sums are exact.
// shows: inline PTX | `wmma.load`, `wmma.mma`, `wmma.store` of halves, bfloat16, tf32 and whole numbers of 8 bits
// prints: ptx_fragments: ok
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// C = 2 A B + C: A of 16 x 16 by rows, B by columns, both dense; C by rows, 20 floats apart.
__global__ void halves(const __half *a, const __half *b, float *c) {
  unsigned x[8], y[8];
  float sum[8];
  asm volatile("wmma.load.a.sync.aligned.m16n16k16.row.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]), "=r"(x[4]), "=r"(x[5]), "=r"(x[6]),
                 "=r"(x[7])
               : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
               : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3]), "=r"(y[4]), "=r"(y[5]), "=r"(y[6]),
                 "=r"(y[7])
               : "l"(b));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
               : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3]), "=f"(sum[4]), "=f"(sum[5]),
                 "=f"(sum[6]), "=f"(sum[7])
               : "l"(c), "r"(20));
  for (int times = 0; times < 2; times++)
    asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
                 "{%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, "
                 "{%0, %1, %2, %3, %4, %5, %6, %7};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]), "+f"(sum[4]), "+f"(sum[5]),
                   "+f"(sum[6]), "+f"(sum[7])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7]),
                   "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(y[4]), "r"(y[5]), "r"(y[6]), "r"(y[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8}, %9;"
               :
               : "l"(c), "f"(sum[0]), "f"(sum[1]), "f"(sum[2]), "f"(sum[3]), "f"(sum[4]), "f"(sum[5]),
                 "f"(sum[6]), "f"(sum[7]), "r"(20)
               : "memory");
}

// D = A B in halves: A of 32 x 16 by columns from shared memory, B of 16 x 8 by rows, D by columns.
__global__ void in_halves(const __half *a, const __half *b, __half *d) {
  __shared__ __align__(32) __half as[512];
  for (int i = threadIdx.x; i < 512; i += 32) as[i] = a[i];
  __syncwarp();
  unsigned x[8], y[8], sum[4] = {0, 0, 0, 0};
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]), "=r"(x[4]), "=r"(x[5]), "=r"(x[6]),
                 "=r"(x[7])
               : "r"((unsigned)__cvta_generic_to_shared(as)), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], 8;"
               : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3]), "=r"(y[4]), "=r"(y[5]), "=r"(y[6]),
                 "=r"(y[7])
               : "l"(b));
  asm volatile(
      "wmma.mma.sync.aligned.col.row.m32n8k16.f16.f16 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%0, %1, %2, %3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7]), "r"(y[0]),
        "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(y[4]), "r"(y[5]), "r"(y[6]), "r"(y[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.f16 [%0], {%1, %2, %3, %4}, %5;"
               :
               : "l"(d), "r"(sum[0]), "r"(sum[1]), "r"(sum[2]), "r"(sum[3]), "r"(32)
               : "memory");
}

// D = A B of the other elements: bfloat16 and tf32 into floats, signed bytes into ints. A by rows, B by columns, all dense.
__global__ void others(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *d, const float *ta,
                       const float *tb, float *td, const signed char *ba, const signed char *bb, int *bd) {
  unsigned x[4], y[4];
  float sum[8] = {0}, zero[8] = {0};
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.bf16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "l"(a));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.bf16 {%0, %1, %2, %3}, [%4];"
               : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3])
               : "l"(b));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
               "{%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};"
               : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3]), "=f"(sum[4]), "=f"(sum[5]),
                 "=f"(sum[6]), "=f"(sum[7])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]),
                 "f"(zero[0]), "f"(zero[1]), "f"(zero[2]), "f"(zero[3]), "f"(zero[4]), "f"(zero[5]),
                 "f"(zero[6]), "f"(zero[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};"
               :
               : "l"(d), "f"(sum[0]), "f"(sum[1]), "f"(sum[2]), "f"(sum[3]), "f"(sum[4]), "f"(sum[5]),
                 "f"(sum[6]), "f"(sum[7])
               : "memory");
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "l"(ta));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k8.tf32 {%0, %1, %2, %3}, [%4];"
               : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3])
               : "l"(tb));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
               "{%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};"
               : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3]), "=f"(sum[4]), "=f"(sum[5]),
                 "=f"(sum[6]), "=f"(sum[7])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]),
                 "f"(zero[0]), "f"(zero[1]), "f"(zero[2]), "f"(zero[3]), "f"(zero[4]), "f"(zero[5]),
                 "f"(zero[6]), "f"(zero[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k8.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};"
               :
               : "l"(td), "f"(sum[0]), "f"(sum[1]), "f"(sum[2]), "f"(sum[3]), "f"(sum[4]), "f"(sum[5]),
                 "f"(sum[6]), "f"(sum[7])
               : "memory");
  int whole[8] = {0};
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.s8 {%0, %1}, [%2];"
               : "=r"(x[0]), "=r"(x[1])
               : "l"(ba));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.s8 {%0, %1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "l"(bb));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
               "{%8, %9}, {%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"
               : "+r"(whole[0]), "+r"(whole[1]), "+r"(whole[2]), "+r"(whole[3]), "+r"(whole[4]),
                 "+r"(whole[5]), "+r"(whole[6]), "+r"(whole[7])
               : "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(y[1]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.s32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};"
               :
               : "l"(bd), "r"(whole[0]), "r"(whole[1]), "r"(whole[2]), "r"(whole[3]), "r"(whole[4]),
                 "r"(whole[5]), "r"(whole[6]), "r"(whole[7])
               : "memory");
}

static int a_of(int row, int k) {
  return (row * 5 + k * 3) % 7 - 3;
}
static int b_of(int k, int column) {
  return (k * 2 + column * 5) % 9 - 4;
}
static int product(int row, int column, int depth) {
  int sum = 0;
  for (int k = 0; k < depth; k++) sum += a_of(row, k) * b_of(k, column);
  return sum;
}

template <class T> T *managed(int n) {
  T *p;
  CUDA(cudaMallocManaged(&p, n * sizeof *p));
  return p;
}
template <class T> void fill(T *a, T *b, int depth) { // A of 16 rows, B of 16 columns
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < depth; k++)
      a[i * depth + k] = T((float)a_of(i, k)), b[i * depth + k] = T((float)b_of(k, i));
}

int main() {
  __half *a = managed<__half>(512), *b = managed<__half>(256), *d = managed<__half>(256);
  float *c = managed<float>(320);
  fill(a, b, 16);
  for (int i = 0; i < 320; i++) c[i] = i;
  halves<<<1, 32>>>(a, b, c);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 320; i++)
    expect("halves", i, c[i], i % 20 < 16 ? (float)(i + 2 * product(i / 20, i % 20, 16)) : (float)i);

  for (int i = 0; i < 512; i++) a[i] = __half((float)a_of(i % 32, i / 32));
  for (int i = 0; i < 128; i++) b[i] = __half((float)b_of(i / 8, i % 8));
  in_halves<<<1, 32>>>(a, b, d);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 256; i++) expect("in halves", i, (float)d[i], (float)product(i % 32, i / 32, 16));

  __nv_bfloat16 *ha = managed<__nv_bfloat16>(256), *hb = managed<__nv_bfloat16>(256);
  float *ta = managed<float>(128), *tb = managed<float>(128), *td = managed<float>(256);
  signed char *ba = managed<signed char>(256), *bb = managed<signed char>(256);
  int *bd = managed<int>(256);
  fill(ha, hb, 16);
  fill(ta, tb, 8);
  fill(ba, bb, 16);
  others<<<1, 32>>>(ha, hb, c, ta, tb, td, ba, bb, bd);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 256; i++) {
    expect("bfloat16", i, c[i], (float)product(i / 16, i % 16, 16));
    expect("tf32", i, td[i], (float)product(i / 16, i % 16, 8));
    expect("bytes", i, bd[i], product(i / 16, i % 16, 16));
  }
  void *all[] = {a, b, d, c, ha, hb, ta, tb, td, ba, bb, bd};
  for (void *p : all) CUDA(cudaFree(p));
  return finish("ptx_fragments");
}

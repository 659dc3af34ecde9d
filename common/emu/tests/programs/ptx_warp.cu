// Inline PTX of a warp: ldmatrix, mma.sync, exchanges between lanes, atomics, halves of words.
// shows: inline PTX | `ldmatrix`, `mma.sync` m16n8k16 and m16n8k8 (half, bfloat16, tf32), `shfl.sync`, `vote.sync`, `redux.sync`, `atom`, `red`
// prints: ptx_warp: ok
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <emu/emu.h>

__device__ unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// D = A B, A of 16 x 16 and B of 16 x 8 by rows: A's fragments by ldmatrix.x4, B's by ldmatrix.x2.trans.
__global__ void halves(const __half *a, const __half *b, float *d) {
  __shared__ __align__(16) __half as[16][16 + 8], bs[16][8];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) as[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32) bs[i / 8][i % 8] = b[i];
  __syncwarp();
  unsigned x[4], y[2];
  float c[4] = {1, 1, 1, 1};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(shared_address(&as[lane % 16][lane / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"(shared_address(&bs[lane % 16][0])));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  for (int i = 0; i < 4; i++) d[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = c[i];
}

// The same with each lane's registers as the PTX manual lists them; WIDE: tf32, and k is 8.
template <class T, bool WIDE> __global__ void by_hand(const T *a, const T *b, float *d) {
  int row = threadIdx.x / 4, t = threadIdx.x % 4;
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  if constexpr (WIDE) {
    unsigned x[4], y[2];
    for (int i = 0; i < 4; i++)
      asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(x[i]) : "f"(a[(row + i % 2 * 8) * 8 + t + i / 2 * 4]));
    for (int i = 0; i < 2; i++) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y[i]) : "f"(b[(t + i * 4) * 8 + row]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%10,%11,%12,%13};"
                 : "=f"(c0), "=f"(c1), "=f"(c2), "=f"(c3)
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(c0), "f"(c1),
                   "f"(c2), "f"(c3));
  } else {
    T x[8], y[4];
    for (int i = 0; i < 8; i++) x[i] = a[(row + i / 2 % 2 * 8) * 16 + t * 2 + i % 2 + i / 4 * 8];
    for (int i = 0; i < 4; i++) y[i] = b[(t * 2 + i % 2 + i / 2 * 8) * 8 + row];
    const unsigned *p = (const unsigned *)x, *q = (const unsigned *)y;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%10,%11,%12,%13};"
                 : "=f"(c0), "=f"(c1), "=f"(c2), "=f"(c3)
                 : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "r"(q[0]), "r"(q[1]), "f"(c0), "f"(c1),
                   "f"(c2), "f"(c3));
  }
  d[row * 8 + t * 2] = c0, d[row * 8 + t * 2 + 1] = c1;
  d[(row + 8) * 8 + t * 2] = c2, d[(row + 8) * 8 + t * 2 + 1] = c3;
}

// Sums and products in halves: C and D are two registers.
__global__ void in_halves(const __half *a, const __half *b, __half *d) {
  int row = threadIdx.x / 4, t = threadIdx.x % 4;
  __half x[4] = {a[row * 8 + 2 * t], a[row * 8 + 2 * t + 1], a[(row + 8) * 8 + 2 * t],
                 a[(row + 8) * 8 + 2 * t + 1]};
  __half y[2] = {b[2 * t * 8 + row], b[(2 * t + 1) * 8 + row]};
  const unsigned *p = (const unsigned *)x, *q = (const unsigned *)y;
  unsigned c[2] = {0, 0};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
               : "+r"(c[0]), "+r"(c[1])
               : "r"(p[0]), "r"(p[1]), "r"(q[0]));
  for (int i = 0; i < 2; i++) *(unsigned *)&d[(row + 8 * i) * 8 + 2 * t] = c[i];
}

__global__ void exchanges(unsigned *out, unsigned *sums, float *total) {
  unsigned lane = threadIdx.x, v = lane * 10, r[6], low, high;
  unsigned long long wide;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(r[0]) : "r"(v));
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x181f, -1;" : "=r"(r[1]) : "r"(v), "r"(2)); // segments of 8
  asm volatile("shfl.sync.up.b32 %0, %1, 1, 0, -1;" : "=r"(r[2]) : "r"(v));
  asm volatile("shfl.sync.idx.b32 %0, %1, 5, 31, %2;" : "=r"(r[3]) : "r"(v), "r"(0xffffffffu));
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r[4]) : "r"(v));
  asm volatile("activemask.b32 %0;" : "=r"(r[5]));
  asm("mov.b64 %0, {%1, %2};" : "=l"(wide) : "r"(v), "r"(lane));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(wide + (1ull << 32)));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(out));
  unsigned old;
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(sums), "r"(1) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(sums + 1), "r"(v) : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(total), "f"(0.5f) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(old)
               : "l"(sums + 2), "r"(0), "r"(7)
               : "memory");
  for (int i = 0; i < 6; i++) out[lane * 8 + i] = r[i];
  out[lane * 8 + 6] = low;
  out[lane * 8 + 7] = high;
}

template <class T, int K>
void product(const char *what, float start, void kernel(const T *, const T *, float *)) {
  Both<T> a(16 * K), b(K * 8);
  Both<float> d(128);
  for (int i = 0; i < 16 * K; i++) a.host[i] = (T)(float)(i % 7 - 3 + i / K);
  for (int i = 0; i < K * 8; i++) b.host[i] = (T)(float)(i % 5 - 2 + i / 8);
  a.to_device();
  b.to_device();
  kernel<<<1, 32>>>(a.device, b.device, d.device);
  d.to_host();
  for (int i = 0; i < 128; i++) {
    float sum = start;
    for (int k = 0; k < K; k++) sum += (float)a.host[i / 8 * K + k] * (float)b.host[k * 8 + i % 8];
    expect(what, i, d.host[i], sum);
  }
}

__global__ void votes(unsigned *out) {
  unsigned t = threadIdx.x, ballot, any, none;
  asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, 5;\n\tvote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}"
               : "=r"(ballot)
               : "r"(t));
  asm volatile("{\n\t.reg .pred p, q;\n\tsetp.eq.u32 p, %1, 9;\n\tvote.sync.any.pred q, p, 0xffffffff;\n\t"
               "selp.u32 %0, 1, 0, q;\n\t}"
               : "=r"(any)
               : "r"(t));
  asm volatile("{\n\t.reg .pred p, q;\n\tsetp.eq.u32 p, %1, 9;\n\tvote.sync.all.pred q, !p, 0xffffffff;\n\t"
               "selp.u32 %0, 1, 0, q;\n\t}"
               : "=r"(none)
               : "r"(t));
  out[t] = ballot + 100 * any + 1000 * none;
}

int main() {
  product<__half, 16>("half", 1, halves);
  const emu_report *r = emu_report_get();
  expect("tensor operations", 0, (int)r->total.v[EMU_tensor_ops], 2 * 16 * 8 * 16);
  expect("ldmatrix: requests", 0, (int)r->total.v[EMU_shared_load_requests], 2);
  expect("ldmatrix: wavefronts", 0, (int)r->total.v[EMU_shared_load_wavefronts], 4 + 2);
  product<__nv_bfloat16, 16>("bfloat16", 0, by_hand<__nv_bfloat16, false>);
  product<float, 8>("tf32", 0, by_hand<float, true>);

  Both<__half> a(128), b(64), d(128);
  for (int i = 0; i < 128; i++) a.host[i] = (float)(i % 7);
  for (int i = 0; i < 64; i++) b.host[i] = (float)(i % 5);
  a.to_device();
  b.to_device();
  in_halves<<<1, 32>>>(a.device, b.device, d.device);
  d.to_host();
  for (int i = 0; i < 128; i++) {
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += (float)a.host[i / 8 * 8 + k] * (float)b.host[k * 8 + i % 8];
    expect("sums in halves", i, (float)d.host[i], sum);
  }

  Both<unsigned> out(256), sums(3);
  Both<float> total(1);
  exchanges<<<1, 32>>>(out.device, sums.device, total.device);
  out.to_host();
  sums.to_host();
  total.to_host();
  for (unsigned i = 0; i < 32; i++) {
    const unsigned wanted[8] = {
        (i ^ 1) * 10, (i % 8 < 6 ? i + 2 : i) * 10, (i ? i - 1 : 0) * 10, 50, 4960, 0xffffffffu, i * 10,
        i + 1};
    for (int k = 0; k < 8; k++) expect("exchanges", i * 8 + k, out.host[i * 8 + k], wanted[k]);
  }
  expect("atom.add", 0, sums.host[0], 32u);
  expect("red.max", 0, sums.host[1], 310u);
  expect("atom.cas", 0, sums.host[2], 7u);
  expect("red.add.f32", 0, total.host[0], 16.0f);
  votes<<<1, 32>>>(out.device);
  out.to_host();
  for (int t = 0; t < 32; t++) expect("votes", t, out.host[t], 31u + 100);
  return finish("ptx_warp");
}

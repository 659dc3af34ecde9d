// Inline PTX with registers of its own: predicates, guarded instructions, sums with carry, conversions, comments.
// shows: inline PTX | `.reg` registers, `setp`, `selp`, `@p`, `add.cc` and `madc` chains within a statement, conversions
// compared: H200, CUDA 13.0, 2026-11-24
// bug: out-of-bounds
#include <stdio.h>

__device__ int larger(int a, int b) {
  int r;
  asm("{\n\t"
      ".reg .pred p;\n\t"
      "setp.gt.s32 p, %1, %2; // a comment; with a semicolon\n\t"
      "selp.s32 %0, %1, %2, p;\n\t}"
      : "=r"(r)
      : "r"(a), "r"(b));
  return r;
}
__device__ unsigned shared_address(const void *p) {
  unsigned a;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
  return a;
}
__device__ void add_wide(unsigned *r, const unsigned *a, const unsigned *b) {
  asm("add.cc.u32 %0, %4, %8;\n\t"
      "addc.cc.u32 %1, %5, %9;\n\t"
      "addc.cc.u32 %2, %6, %10;\n\t"
      "addc.u32 %3, %7, %11;"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
__device__ void subtract(unsigned &low, unsigned &high, unsigned b) {
  asm("sub.cc.u32 %0, %0, %2; subc.u32 %1, %1, 0;" : "+r"(low), "+r"(high) : "r"(b));
}
__device__ void multiply_add(unsigned &low, unsigned &high, unsigned a, unsigned b) {
  asm("mad.lo.cc.u32 %0, %2, %3, %0;\n\tmadc.hi.u32 %1, %2, %3, %1;"
      : "+r"(low), "+r"(high)
      : "r"(a), "r"(b));
}
__device__ void store_if(int *p, int v, int wanted) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %2, 0;\n @p st.global.s32 [%0], %1;\n"
               " @!p st.global.s32 [%0+4], %1;\n}" ::"l"(p),
               "r"(v), "r"(wanted)
               : "memory");
}

__global__ void all(unsigned *out) {
  __shared__ int s[4];
  for (int i = 0; i < 4; i++) s[i] = 7;
  __syncthreads();
  unsigned a[4] = {~0u, ~0u, 0, 1}, b[4] = {1, 0, 0, 2}, r[4], low = 0, high = 1, x;
  add_wide(r, a, b);
  out[0] = r[0], out[1] = r[1], out[2] = r[2], out[3] = r[3];
  subtract(low, high, 1);
  out[4] = low, out[5] = high;
  multiply_add(low, high, 0x10001, 0x20003);
  out[6] = low, out[7] = high;
  out[8] = larger(-3, 9);
  asm volatile("ld.shared.u32 %0, [%1+4];" : "=r"(x) : "r"(shared_address(&s[1])));
  out[9] = x;
  out[10] = out[11] = out[12] = 1;
#ifdef BUG
  store_if((int *)out + 14, 5, 0);
#else
  store_if((int *)out + 10, 5, 0);
#endif
  store_if((int *)out + 12, 6, 1);
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(x) : "f"(2.5f));
  out[13] = x;
  asm("div.rn.f32 %0, %1, %2;" : "=f"(*(float *)&x) : "f"(1.0f), "f"(3.0f));
  out[14] = x;
}

int main() {
  unsigned *out, h[15];
  cudaMalloc(&out, sizeof h);
  all<<<1, 1>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (unsigned v : h) printf("%x ", v);
  printf("\n");
  cudaFree(out);
}

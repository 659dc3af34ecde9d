// missing: inline PTX | `wmma.load`, `wmma.mma`: use `nvcuda::wmma`; `mma.sync` of `f64`, of 4-bit and 8-bit floating numbers, sparse ones
// says: inline PTX: `wmma.load.a.sync.aligned.m16n16k16.row.f16` is not among the instructions that the emulator has
// says: inline PTX: `mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32` is not among the instructions that the emulator has
#include <cuda_fp16.h>

__global__ void tiles(const half *a, int *c, unsigned x) {
  unsigned f[8];
  asm volatile("wmma.load.a.sync.aligned.m16n16k16.row.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
               : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]),
                 "=r"(f[7])
               : "l"(a), "r"(16));
  asm volatile(
      "mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(x), "r"(f[0]), "r"(x));
}

int main() {
  tiles<<<1, 32>>>(nullptr, nullptr, 0);
}

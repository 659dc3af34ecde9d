// missing: inline PTX | `mma.sync` of `f64`, of 4-bit and 8-bit floating numbers, sparse ones; `wmma` of 4 bits, 1 bit and `f64`
// says: inline PTX: `mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32` is not among the instructions that the emulator has
// says: inline PTX: `wmma.load.a.sync.aligned.row.m8n8k4.f64` is not among the instructions that the emulator has
__global__ void tiles(int *c, unsigned x, double *d) {
  asm volatile(
      "mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(x), "r"(x), "r"(x));
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k4.f64 {%0}, [%1];" : "=d"(d[0]) : "l"(d));
}

int main() {
  tiles<<<1, 32>>>(nullptr, 0, nullptr);
}

// Inline PTX written by macros: the instruction's name, its types, the constraints, a whole function for each operator.
// shows: inline PTX | instructions, types and operands that macros give: `#op`, `"xor" TYPE`, `IN(x)`
// bug: out-of-bounds
// compared: H200, CUDA 13.0, 2026-11-24
#include <cstdint>
#include <cstdio>

#define BINARY(op, d, a, b) asm(op " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define WORDS               "u32"
#define IN(x)               "r"(x)
#define OUT(x)              "=r"(x)
#define BOTH(a, b)          IN(a), IN(b)
#define FUNCTION(op)                                                                                         \
  __device__ uint32_t ptx_##op(uint32_t a, uint32_t b) {                                                     \
    uint32_t d;                                                                                              \
    asm(#op ".b32 %0, %1, %2;" : OUT(d) : BOTH(a, b));                                                       \
    return d;                                                                                                \
  }
#define LOOKUP(d, a, b, c, table)                                                                            \
  asm volatile("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(table))
#define TWICE(op, d, a)                                                                                      \
  BINARY(op, d, a, a);                                                                                       \
  BINARY(op, d, d, a)

FUNCTION(and)
FUNCTION(xor)
FUNCTION(or)

__device__ uint32_t lane() {
  uint32_t r;
  asm volatile("mov." WORDS " %0, %%laneid;" : OUT(r));
  return r;
}

__global__ void compute(uint32_t *out) {
  uint32_t t = threadIdx.x, a, b, c, d;
  BINARY("add.u32", a, t, 7);
  BINARY("mul.lo." WORDS, b, a, t);
  LOOKUP(c, a, b, t, 0x96);
  TWICE("add.u32", d, t + 1);
  uint32_t *row = out + 8 * t;
  row[0] = a, row[1] = b, row[2] = c, row[3] = d;
  row[4] = ptx_and(a, b), row[5] = ptx_xor(a, b), row[6] = ptx_or(a, 16), row[7] = lane();
#ifdef BUG
  asm volatile("st.global." WORDS " [%0], %1;" ::"l"(out + 64 + t), IN(a) : "memory");
#endif
}

int main() {
  uint32_t *out;
  cudaMallocManaged(&out, 64 * sizeof *out);
  compute<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) printf("%u%c", out[i], i % 8 == 7 ? '\n' : ' ');
  cudaFree(out);
}

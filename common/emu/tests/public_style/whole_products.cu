// Products of 8-bit numbers by inline PTX: m16n8k16, m16n8k32 with saturation, m8n8k16; signed and unsigned factors.
// shows: inline PTX | `mma.sync` of `s8` and `u8` with sums in `s32`, `.satfinite`
#include <cstdint>
#include <cstdio>

__device__ unsigned word(const void *p) {
  return *(const unsigned *)p;
}

// A has rows of K numbers, B columns of K; lane 4 g + t holds numbers 4 t to 4 t + 3 of row or column g.
__global__ void unsigned_by_signed(const uint8_t *A, const int8_t *B, int *C) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4, d[4];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(word(A + 16 * g + 4 * t)), "r"(word(A + 16 * (g + 8) + 4 * t)),
                 "r"(word(B + 16 * g + 4 * t)), "r"(1), "r"(2), "r"(3), "r"(4));
  for (int i = 0; i < 4; i++) C[8 * (g + 8 * (i / 2)) + 2 * t + i % 2] = d[i];
}

__global__ void saturated(const int8_t *A, const int8_t *B, int *C, int c) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4, d[4];
  unsigned a[4], b[2];
  for (int i = 0; i < 4; i++) a[i] = word(A + 32 * (g + 8 * (i % 2)) + 4 * t + 16 * (i / 2));
  for (int i = 0; i < 2; i++) b[i] = word(B + 32 * g + 4 * t + 16 * i);
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%10,%10,%10,%10};"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c));
  for (int i = 0; i < 4; i++) C[8 * (g + 8 * (i / 2)) + 2 * t + i % 2] = d[i];
}

__global__ void signed_by_unsigned(const int8_t *A, const uint8_t *B, int *C) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4, d[2];
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%0,%1}, {%2}, {%3}, {%4,%4};"
               : "=r"(d[0]), "=r"(d[1])
               : "r"(word(A + 16 * g + 4 * t)), "r"(word(B + 16 * g + 4 * t)), "r"(0));
  for (int i = 0; i < 2; i++) C[8 * g + 2 * t + i] = d[i];
}

template <class X, class Y>
void compare(const char *name, int *device, const X *a, const Y *b, int m, int k, const int *first,
             int step) {
  int got[128], wrong = 0, clamped = 0;
  cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 0; i < m * 8; i++) {
    long long sum = first[(i / 8 / 8 * 2 + i % 2) * step];
    for (int j = 0; j < k; j++) sum += a[i / 8 * k + j] * b[i % 8 * k + j];
    if (sum > 2147483647) sum = 2147483647, clamped++;
    wrong += sum != got[i];
  }
  printf("%s: %d wrong, %d clamped\n", name, wrong, clamped);
}

int main() {
  const int first[] = {1, 2, 3, 4}, large[] = {2147480000}, none[] = {0};
  int8_t h[1024], *d;
  int *c;
  for (int i = 0; i < 1024; i++) h[i] = (int8_t)(i * 37 % 251);
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&c, 128 * sizeof(int));
  cudaMemset(c, 0, 128 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  unsigned_by_signed<<<1, 32>>>((uint8_t *)d, d + 512, c);
  compare("m16n8k16", c, (uint8_t *)h, h + 512, 16, 16, first, 1);
  saturated<<<1, 32>>>(d, d + 512, c, large[0]);
  compare("m16n8k32", c, h, h + 512, 16, 32, large, 0);
  signed_by_unsigned<<<1, 32>>>(d, (uint8_t *)d + 512, c);
  compare("m8n8k16", c, h, (uint8_t *)h + 512, 8, 16, none, 0);
  cudaFree(d);
  cudaFree(c);
}

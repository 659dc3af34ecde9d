// Sums of four bytes at once, and the instructions for dynamic programming.
// shows: intrinsics | SIMD video (`__vadd4` and its like), DPX (`__viaddmax_s32`), `__dp2a_lo`, `__dp4a` of vectors, `umin`, mixed `min`
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>

__device__ unsigned next(unsigned &x) {
  return x = x * 1664525u + 1013904223u;
}
#define TWO(f) sum = sum * 31 + f(a, b)
#define ORDER(n, l)                                                                                          \
  TWO(__vcmpge##l##n), TWO(__vcmpgt##l##n), TWO(__vcmple##l##n), TWO(__vcmplt##l##n), TWO(__vsetge##l##n),   \
      TWO(__vsetgt##l##n), TWO(__vsetle##l##n), TWO(__vsetlt##l##n), TWO(__vmax##l##n), TWO(__vmin##l##n),   \
      TWO(__vabsdiff##l##n), TWO(__vsad##l##n), TWO(__vavg##l##n)
#define ALL(n)                                                                                               \
  TWO(__vcmpeq##n), TWO(__vcmpne##n), TWO(__vseteq##n), TWO(__vsetne##n), TWO(__vadd##n), TWO(__vsub##n),    \
      TWO(__vaddss##n), TWO(__vaddus##n), TWO(__vsubss##n), TWO(__vsubus##n), TWO(__vhaddu##n), ORDER(n, s), \
      ORDER(n, u)
#define ONE(f) sum = sum * 31 + f(a)

__global__ void video(unsigned *out) {
  unsigned seed = threadIdx.x * 7919 + 1, sum = 0;
  for (int i = 0; i < 20; i++) {
    unsigned a = next(seed), b = i % 4 ? next(seed) : a ^ 0xff0080;
    ALL(2);
    ALL(4);
    ONE(__vabs2), ONE(__vabs4), ONE(__vabsss2), ONE(__vabsss4), ONE(__vneg2), ONE(__vneg4), ONE(__vnegss2),
        ONE(__vnegss4);
  }
  out[threadIdx.x] = sum;
}
// Each expression's results, summed by itself: what differs from a device has a name.
#define EXPRESSIONS(X)                                                                                       \
  X(__vimax3_s32(a, b, c))                                                                                   \
  X(__vimin3_s32(a, b, c))                                                                                   \
  X(__vimax3_s32_relu(a, b, c))                                                                              \
  X(__vimin3_s32_relu(a, b, c))                                                                              \
  X(__viaddmax_s32(a, b, c))                                                                                 \
  X(__viaddmin_s32(a, b, c))                                                                                 \
  X(__viaddmax_s32_relu(a, b, c))                                                                            \
  X(__viaddmin_s32_relu(a, b, c))                                                                            \
  X(__vimax3_u32(a, b, c))                                                                                   \
  X(__viaddmin_u32(a, b, c))                                                                                 \
  X(__vimax3_s16x2(a, b, c))                                                                                 \
  X(__vimin3_u16x2(a, b, c))                                                                                 \
  X(__viaddmax_s16x2_relu(a, b, c))                                                                          \
  X(__viaddmin_u16x2(a, b, c))                                                                               \
  X(__vimax_s32_relu(a, b))                                                                                  \
  X(__vimin_s16x2_relu(b, c))                                                                                \
  X((most = __vibmax_s32(a, b, &high), most + 2 * high))                                                     \
  X((most = __vibmin_u32(a, b, &low), most + 5 * low))                                                       \
  X((most = __vibmax_s16x2(a, b, &high, &low), most + high + 3 * low))                                       \
  ON_DEVICE(X)
#define ON_DEVICE(X)                                                                                         \
  X(__dp2a_lo((int)a, (int)b, (int)c))                                                                       \
  X(__dp2a_hi(a, b, c))                                                                                      \
  X(__dp4a((int)a, (int)b, 7))                                                                               \
  X(__dp4a(a, b, 9u))                                                                                        \
  X(__dp4a(make_char4(a, b, c, -3), make_char4(b, c, a, 5), (int)i))                                         \
  X(__dp2a_hi(make_short2(a, b), make_char4(1, -2, 3, c), 4))                                                \
  X(umin(a, b))                                                                                              \
  X(llmax((long long)a, (long long)b))                                                                       \
  X(max(5ll, 7ull))                                                                                          \
  X(min(3u, -1))
#define NAME(expression) #expression,
static const char *const names[] = {EXPRESSIONS(NAME)};
enum { COUNT = sizeof names / sizeof *names };

__global__ void programming(unsigned *out) {
  unsigned seed = threadIdx.x * 104729 + 5, most;
  for (int i = 0; i < 20; i++) {
    unsigned a = next(seed), b = next(seed), c = next(seed), *at = out + threadIdx.x;
    bool high, low;
#define SUM(expression) *at = *at * 31 + (unsigned)(expression), at += 32;
    EXPRESSIONS(SUM)
  }
}

int main() {
  unsigned h[COUNT * 32], *d;
  cudaMalloc(&d, sizeof h);
  video<<<1, 32>>>(d);
  cudaMemcpy(h, d, 32 * sizeof *h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) printf("%08x%c", h[i], i % 8 == 7 ? '\n' : ' ');
  cudaMemset(d, 0, sizeof h);
  programming<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int e = 0; e < COUNT; e++) {
    unsigned sum = 0;
    for (int i = 0; i < 32; i++) sum = sum * 31 + h[e * 32 + i];
    printf("%08x %s\n", sum, names[e]);
  }
  cudaFree(d);
}

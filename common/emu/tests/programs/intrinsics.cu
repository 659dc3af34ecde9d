// Matches, reductions, bit and arithmetic intrinsics against the host's own arithmetic.
// shows: intrinsics | matches and reductions of a warp; integer, bit, rounding-mode and conversion intrinsics
// prints: intrinsics: ok
#include "check.h"
#include <climits>
#include <cmath>

enum { FULL = 0xffffffff };

__global__ void matches(unsigned *out, long long *wide) {
  int lane = threadIdx.x, all;
  out[lane] = __match_any_sync(FULL, lane % 5);
  out[32 + lane] = __match_any_sync(FULL, wide[lane]);
  out[64 + lane] = __match_all_sync(FULL, 7u, &all) + all;
  out[96 + lane] = __match_all_sync(FULL, lane / 31, &all) + all;
  if (lane < 12) out[lane] ^= __match_any_sync(0xfff, lane > 3 ? 1.5 : 2.5);
}

__global__ void reductions(unsigned *u, int *s, int n) {
  int lane = threadIdx.x;
  unsigned mask = n == 32 ? FULL : (1u << n) - 1;
  if (lane >= n) return;
  unsigned v = 0x9e3779b9u * (lane + 1);
  u[lane * 6] = __reduce_add_sync(mask, v);
  u[lane * 6 + 1] = __reduce_min_sync(mask, v);
  u[lane * 6 + 2] = __reduce_max_sync(mask, v);
  u[lane * 6 + 3] = __reduce_and_sync(mask, v | 3u);
  u[lane * 6 + 4] = __reduce_or_sync(mask, v);
  u[lane * 6 + 5] = __reduce_xor_sync(mask, v);
  s[lane * 3] = __reduce_add_sync(mask, (int)v);
  s[lane * 3 + 1] = __reduce_min_sync(mask, (int)v);
  s[lane * 3 + 2] = __reduce_max_sync(mask, (int)v);
}

static void check_reductions(int n) {
  Both<unsigned> u(32 * 6);
  Both<int> s(32 * 3);
  reductions<<<1, 32>>>(u.device, s.device, n);
  u.to_host();
  s.to_host();
  unsigned sum = 0, low = UINT_MAX, high = 0, all = ~0u, any = 0, odd = 0;
  int least = INT_MAX, most = INT_MIN;
  for (int i = 0; i < n; i++) {
    unsigned v = 0x9e3779b9u * (i + 1);
    sum += v, all &= v | 3u, any |= v, odd ^= v;
    low = v < low ? v : low, high = v > high ? v : high;
    least = (int)v < least ? (int)v : least, most = (int)v > most ? (int)v : most;
  }
  unsigned wanted[] = {sum, low, high, all, any, odd};
  int wanted_signed[] = {(int)sum, least, most};
  for (int i = 0; i < 6 * n; i++) expect("reduce unsigned", i, u.host[i], wanted[i % 6]);
  for (int i = 0; i < 3 * n; i++) expect("reduce int", i, s.host[i], wanted_signed[i % 3]);
}

// The lanes of one branch agree on who is there and add once for all of them.
__global__ void aggregate(int *count, int *leaders) {
  int lane = threadIdx.x % 32;
  if (lane % 3 == 1) {
    unsigned here = __activemask();
    int leader = __ffs(here) - 1;
    if (lane == leader) {
      atomicAdd(count, __popc(here));
      atomicAdd(leaders, 1);
    }
  }
}

__global__ void bits(unsigned *out, unsigned a, unsigned b, unsigned long long w) {
  int n = 0;
  out[n++] = __popc(a);
  out[n++] = __popcll(w);
  out[n++] = __clz(1 << 5);
  out[n++] = __clzll(1ll << 40);
  out[n++] = __clz(0);
  out[n++] = __ffs(0x50);
  out[n++] = __ffsll(1ll << 50);
  out[n++] = __brev(0x1u);
  out[n++] = __brevll(0x2ull) >> 32;
  out[n++] = __byte_perm(0x33221100, 0x77665544, 0x7520);
  out[n++] = __byte_perm(0x80, 0x7f, 0x0c84);
  out[n++] = __funnelshift_l(0x80000001u, 0x12345678u, 4);
  out[n++] = __funnelshift_r(0x80000001u, 0x12345678u, 4);
  out[n++] = __funnelshift_lc(0x80000001u, 0x12345678u, 40);
  out[n++] = __funnelshift_rc(0x80000001u, 0x12345678u, 32);
  out[n++] = __funnelshift_l(0x80000001u, 0x12345678u, 36);
  out[n++] = __umulhi(a, b);
  out[n++] = (unsigned)__mulhi((int)a, (int)b);
  out[n++] = (unsigned)(__umul64hi(w, w) >> 32);
  out[n++] = (unsigned)__mul24(-3, 5);
  out[n++] = __umul24(0x01000003u, 5);
  out[n++] = __sad(-5, 7, 1);
  out[n++] = (unsigned)__dp4a(0x01ff0203, 0x02030405, 10);
  out[n++] = (unsigned)__hadd(-3, 2);
  out[n++] = (unsigned)__rhadd(-4, 1);
  out[n++] = __uhadd(0xffffffffu, 0xffffffffu);
}

__global__ void rounded(int *out, float *f, double *d, float third, float tiny) {
  f[0] = __fadd_rd(1.0f, tiny);
  f[1] = __fadd_ru(1.0f, tiny);
  f[2] = __fadd_rn(1.0f, tiny);
  f[3] = __fadd_rz(-1.0f, -tiny);
  f[4] = __fmul_ru(third, third);
  f[5] = __fmul_rd(third, third);
  f[6] = __fmaf_rn(third, 3.0f, -1.0f);
  f[7] = __frcp_rn(3.0f);
  f[8] = __fsqrt_rn(2.0f);
  f[9] = __fdiv_rn(1.0f, 3.0f);
  f[10] = __int2float_rz(0x1ffffff);
  f[11] = __int2float_ru(0x1ffffff);
  f[12] = __ll2float_rn(0x1ffffffffll);
  f[13] = __double2float_rd(0.1);
  f[14] = __double2float_ru(0.1);
  d[0] = __dadd_rn(0.1, 0.2);
  d[1] = __dmul_rd(0.1, 0.1);
  d[2] = __dmul_ru(0.1, 0.1);
  d[3] = __fma_rn(0.1, 10.0, -1.0);
  d[4] = __hiloint2double(__double2hiint(1.5), __double2loint(1.5));
  int n = 0;
  for (float x : {2.5f, -2.5f, 3e9f, -3e9f, NAN}) {
    out[n++] = __float2int_rn(x);
    out[n++] = __float2int_rz(x);
    out[n++] = __float2int_ru(x);
    out[n++] = __float2int_rd(x);
    out[n++] = (int)__float2uint_rn(x);
  }
  out[n++] = __double2int_rn(-1e10);
  out[n++] = (int)(__float2ll_rz(-1e12f) / 1000000);
  out[n++] = (int)(__double2ull_rn(1e30) >> 40);
}

// Close to what double arithmetic gives: these functions round as they like.
__global__ void functions(float *f, double x) {
  f[0] = rsqrtf((float)x);
  f[1] = rcbrt(x);
  f[2] = norm3d(x, 2.0, 3.0);
  f[3] = rnorm3df((float)x, 2.0f, 3.0f);
  f[4] = norm4df((float)x, 2.0f, 3.0f, 4.0f);
  f[5] = sinpi(x);
  f[6] = cospif((float)x);
  f[7] = normcdff((float)x);
  f[8] = __expf((float)x);
  f[9] = __fdividef(1.0f, (float)x);
  f[10] = __log2f((float)x);
  sincospif((float)x, &f[11], &f[12]);
  __sincosf((float)x, &f[13], &f[14]);
  f[15] = max(1, min(3u, 2u)) + fminf(1.0f, 2.0f) + max(0.5, 0.25f);
}

static void near(const char *what, int i, double got, double wanted) {
  if (fabs(got - wanted) <= 1e-5 * fabs(wanted) + 1e-7) return;
  failed++;
  printf("%s[%d]: expected %g, got %g\n", what, i, wanted, got);
}

int main() {
  Both<unsigned> out(128);
  Both<long long> wide(32);
  for (int i = 0; i < 32; i++) wide.host[i] = (long long)(i % 3) << 40;
  wide.to_device();
  matches<<<1, 32>>>(out.device, wide.device);
  out.to_host();
  for (int i = 0; i < 32; i++) {
    unsigned fives = 0, threes = 0;
    for (int k = 0; k < 32; k++)
      fives |= (unsigned)(k % 5 == i % 5) << k, threes |= (unsigned)(k % 3 == i % 3) << k;
    if (i < 12) fives ^= i > 3 ? 0xff0 : 0xf;
    expect("match any", i, out.host[i], fives);
    expect("match any, 8 bytes", i, out.host[32 + i], threes);
    expect("match all, alike", i, out.host[64 + i], 0u);
    expect("match all, not alike", i, out.host[96 + i], 0u);
  }
  for (int n : {1, 7, 32}) check_reductions(n);

  Both<int> pair(2);
  aggregate<<<2, 64>>>(pair.device, pair.device + 1);
  pair.to_host();
  expect("counted", 0, pair.host[0], 4 * 11);
  expect("leaders", 0, pair.host[1], 4);

  bits<<<1, 1>>>(out.device, 0xdeadbeefu, 0x87654321u, 0xfedcba9876543210ull);
  out.to_host();
  unsigned long long w = 0xfedcba9876543210ull;
  unsigned wanted[] = {24,
                       32,
                       26,
                       23,
                       32,
                       5,
                       51,
                       0x80000000u,
                       0x40000000u,
                       0x77552200u,
                       0x807f807fu,
                       0x23456788u,
                       0x88000000u,
                       0x80000001u,
                       0x12345678u,
                       0x23456788u,
                       (unsigned)((unsigned long long)0xdeadbeefu * 0x87654321u >> 32),
                       (unsigned)((long long)(int)0xdeadbeefu * (int)0x87654321u >> 32),
                       (unsigned)((unsigned __int128)w * w >> 96),
                       (unsigned)-15,
                       15,
                       13,
                       10 + 2 - 3 + 8 + 15,
                       (unsigned)-1,
                       (unsigned)-1,
                       0xffffffffu};
  for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) expect("bits", i, out.host[i], wanted[i]);

  Both<int> ints(32);
  Both<float> f(16);
  Both<double> d(5);
  rounded<<<1, 1>>>(ints.device, f.device, d.device, 1.0f / 3, 1e-10f);
  ints.to_host();
  f.to_host();
  d.to_host();
  const float one_up = nextafterf(1, 2), third = 1.0f / 3, tenth = 0.1f;
  const double ninth = (double)third * third;
  float floats[] = {1,
                    one_up,
                    1,
                    -1,
                    0,
                    0,
                    (float)((double)third * 3 - 1),
                    third,
                    (float)sqrt(2.0),
                    third,
                    0x1fffffep0f,
                    0x2000000p0f,
                    0x200000000p0f,
                    nextafterf(tenth, 0),
                    tenth};
  floats[4] = (double)(float)ninth < ninth ? nextafterf((float)ninth, 1) : (float)ninth;
  floats[5] = (double)(float)ninth < ninth ? (float)ninth : nextafterf((float)ninth, 0);
  for (int i = 0; i < 15; i++) expect("rounded float", i, f.host[i], floats[i]);
  expect("dadd", 0, d.host[0], 0.1 + 0.2);
  expect("dmul", 0, d.host[2], nextafter(d.host[1], 1));
  expect("fma", 0, d.host[3], std::fma(0.1, 10.0, -1.0));
  expect("halves of a double", 0, d.host[4], 1.5);
  int integers[] = {2,       2,       3,       2,       2,
                    -2,      -2,      -2,      -3,      0,
                    INT_MAX, INT_MAX, INT_MAX, INT_MAX, (int)3000000000u,
                    INT_MIN, INT_MIN, INT_MIN, INT_MIN, 0,
                    0,       0,       0,       0,       0,
                    INT_MIN, -999999, 0xffffff};
  for (int i = 0; i < 28; i++) expect("rounded integer", i, ints.host[i], integers[i]);

  const double x = 1.3;
  functions<<<1, 1>>>(f.device, x);
  f.to_host();
  double close[] = {1 / sqrt(x),      1 / cbrt(x),   sqrt(x * x + 13), 1 / sqrt(x * x + 13),
                    sqrt(x * x + 29), sin(M_PI * x), cos(M_PI * x),    0.5 * erfc(-x / sqrt(2.0)),
                    exp(x),           1 / x,         log2(x),          sin(M_PI * x),
                    cos(M_PI * x),    sin(x),        cos(x),           3.5};
  for (int i = 0; i < 16; i++) near("function", i, f.host[i], close[i]);
  return finish("intrinsics");
}

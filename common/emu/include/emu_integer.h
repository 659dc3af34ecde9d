// Integer and bit intrinsics, min and max. Uninstrumented, because they touch no memory.
#ifndef EMU_INTEGER_H
#define EMU_INTEGER_H

#define EMU_PURE EMU_UNSEEN __attribute__((const)) inline

EMU_PURE int __popc(unsigned x) {
  return __builtin_popcount(x);
}
EMU_PURE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
EMU_PURE int __clz(int x) {
  return x ? __builtin_clz((unsigned)x) : 32;
}
EMU_PURE int __clzll(long long x) {
  return x ? __builtin_clzll((unsigned long long)x) : 64;
}
EMU_PURE int __ffs(int x) {
  return __builtin_ffs(x);
}
EMU_PURE int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
EMU_PURE unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
  return r;
}
EMU_PURE int __mul24(int a, int b) {
  return (a << 8 >> 8) * (b << 8 >> 8);
}
EMU_PURE unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
EMU_PURE int __mulhi(int a, int b) {
  return (int)((long long)a * b >> 32);
}
EMU_PURE unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
// The position of the offset-th set bit of mask at or above base (below it, if offset is negative); ~0 if
// none.
EMU_PURE unsigned __fns(unsigned mask, unsigned base, int offset) {
  int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  for (int i = (int)base; i >= 0 && i < 32; i += step)
    if (mask >> i & 1 && --left == 0) return (unsigned)i;
  return 0xffffffffu;
}
EMU_PURE unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
EMU_PURE long long __mul64hi(long long a, long long b) {
  return (long long)((__int128)a * b >> 64);
}
EMU_PURE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
// Four bytes chosen from the eight of y:x, a selector a nibble, of which three bits count.
EMU_PURE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned s = selector >> (4 * i) & 7, byte = (unsigned)(both >> (8 * s)) & 255;
    r |= byte << (8 * i);
  }
  return r;
}
EMU_PURE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
EMU_PURE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
EMU_PURE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
EMU_PURE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
EMU_PURE unsigned __sad(int a, int b, unsigned sum) {
  return sum + (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a);
}
EMU_PURE unsigned __usad(unsigned a, unsigned b, unsigned sum) {
  return sum + (a > b ? a - b : b - a);
}
EMU_PURE int __hadd(int a, int b) {
  return (int)(((long long)a + b) >> 1);
}
EMU_PURE int __rhadd(int a, int b) {
  return (int)(((long long)a + b + 1) >> 1);
}
EMU_PURE unsigned __uhadd(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a + b) >> 1);
}
EMU_PURE unsigned __urhadd(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
EMU_PURE int __dp4a(int a, int b, int sum) {
  for (int i = 0; i < 32; i += 8) sum += (signed char)(a >> i) * (signed char)(b >> i);
  return sum;
}
EMU_PURE unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 255) * (b >> i & 255);
  return sum;
}

// CUDA's own min, max and abs: every pair of arithmetic types it accepts, by value, so that std::min's
// references (memory accesses) do not enter a kernel.
#define EMU_MIN_MAX(T_)                                                                                      \
  EMU_PURE T_ min(T_ a, T_ b) {                                                                              \
    return b < a ? b : a;                                                                                    \
  }                                                                                                          \
  EMU_PURE T_ max(T_ a, T_ b) {                                                                              \
    return a < b ? b : a;                                                                                    \
  }
EMU_MIN_MAX(int)
EMU_MIN_MAX(unsigned)
EMU_MIN_MAX(long)
EMU_MIN_MAX(unsigned long)
EMU_MIN_MAX(long long)
EMU_MIN_MAX(unsigned long long)
EMU_PURE float min(float a, float b) {
  return fminf(a, b);
}
EMU_PURE float max(float a, float b) {
  return fmaxf(a, b);
}
EMU_PURE double min(double a, double b) {
  return fmin(a, b);
}
EMU_PURE double max(double a, double b) {
  return fmax(a, b);
}
EMU_PURE unsigned min(unsigned a, int b) {
  return min(a, (unsigned)b);
}
EMU_PURE unsigned min(int a, unsigned b) {
  return min((unsigned)a, b);
}
EMU_PURE unsigned max(unsigned a, int b) {
  return max(a, (unsigned)b);
}
EMU_PURE unsigned max(int a, unsigned b) {
  return max((unsigned)a, b);
}
EMU_PURE long long min(long long a, int b) {
  return min(a, (long long)b);
}
EMU_PURE long long min(int a, long long b) {
  return min((long long)a, b);
}
EMU_PURE long long max(long long a, int b) {
  return max(a, (long long)b);
}
EMU_PURE long long max(int a, long long b) {
  return max((long long)a, b);
}
EMU_PURE long min(long a, int b) {
  return min(a, (long)b);
}
EMU_PURE long min(int a, long b) {
  return min((long)a, b);
}
EMU_PURE long max(long a, int b) {
  return max(a, (long)b);
}
EMU_PURE long max(int a, long b) {
  return max((long)a, b);
}

EMU_PURE unsigned long min(unsigned long a, unsigned b) {
  return min(a, (unsigned long)b);
}
EMU_PURE unsigned long max(unsigned long a, unsigned b) {
  return max(a, (unsigned long)b);
}
EMU_PURE unsigned long min(unsigned a, unsigned long b) {
  return min((unsigned long)a, b);
}
EMU_PURE unsigned long max(unsigned a, unsigned long b) {
  return max((unsigned long)a, b);
}
EMU_PURE unsigned long min(unsigned long a, int b) {
  return min(a, (unsigned long)b);
}
EMU_PURE unsigned long max(unsigned long a, int b) {
  return max(a, (unsigned long)b);
}
EMU_PURE unsigned long min(int a, unsigned long b) {
  return min((unsigned long)a, b);
}
EMU_PURE unsigned long max(int a, unsigned long b) {
  return max((unsigned long)a, b);
}
EMU_PURE double min(float a, double b) {
  return fmin(a, b);
}
EMU_PURE double min(double a, float b) {
  return fmin(a, b);
}
EMU_PURE double max(float a, double b) {
  return fmax(a, b);
}
EMU_PURE double max(double a, float b) {
  return fmax(a, b);
}
#define EMU_MIXED(S_, U_)                                                                                    \
  EMU_PURE U_ min(S_ a, U_ b) {                                                                              \
    return min((U_)a, b);                                                                                    \
  }                                                                                                          \
  EMU_PURE U_ min(U_ a, S_ b) {                                                                              \
    return min(a, (U_)b);                                                                                    \
  }                                                                                                          \
  EMU_PURE U_ max(S_ a, U_ b) {                                                                              \
    return max((U_)a, b);                                                                                    \
  }                                                                                                          \
  EMU_PURE U_ max(U_ a, S_ b) {                                                                              \
    return max(a, (U_)b);                                                                                    \
  }
EMU_MIXED(long, unsigned long)
EMU_MIXED(long long, unsigned long long)
#undef EMU_MIXED
// The same by name.
#define EMU_NAMED(name, T_)                                                                                  \
  EMU_PURE T_ name##min(T_ a, T_ b) {                                                                        \
    return min(a, b);                                                                                        \
  }                                                                                                          \
  EMU_PURE T_ name##max(T_ a, T_ b) {                                                                        \
    return max(a, b);                                                                                        \
  }
EMU_NAMED(u, unsigned)
EMU_NAMED(ll, long long)
EMU_NAMED(ull, unsigned long long)
#undef EMU_NAMED

#endif

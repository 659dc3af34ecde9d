// Mathematics with a second result: the C library stores it where the program's pointer leads, unseen. Programs are linked
// with --wrap for these, so that in a kernel the store is checked and counted like any other.
#include "kernel/access.h"
#include "memory/running.h"
#include <math.h>
#include <string.h>

static void store(void *to, const void *value, size_t bytes, void *return_address) {
  if (M.self) touch_range((uint64_t)to, bytes, TOUCH_STORE, (uint32_t)(uintptr_t)return_address);
  memcpy(to, value, bytes);
}

#define PARTS(name, T, R)                                                                                    \
  T __real_##name(T x, R *second);                                                                           \
  T __wrap_##name(T x, R *second);                                                                           \
  T __wrap_##name(T x, R *second) {                                                                          \
    R part;                                                                                                  \
    T first = __real_##name(x, &part);                                                                       \
    store(second, &part, sizeof part, __builtin_return_address(0));                                          \
    return first;                                                                                            \
  }
PARTS(modf, double, double)
PARTS(modff, float, float)
PARTS(frexp, double, int)
PARTS(frexpf, float, int)
PARTS(lgamma_r, double, int)
PARTS(lgammaf_r, float, int)

#define QUOTIENT(name, T)                                                                                    \
  T __real_##name(T x, T y, int *quotient);                                                                  \
  T __wrap_##name(T x, T y, int *quotient);                                                                  \
  T __wrap_##name(T x, T y, int *quotient) {                                                                 \
    int part;                                                                                                \
    T rest = __real_##name(x, y, &part);                                                                     \
    store(quotient, &part, sizeof part, __builtin_return_address(0));                                        \
    return rest;                                                                                             \
  }
QUOTIENT(remquo, double)
QUOTIENT(remquof, float)

#define SINCOS(name, T)                                                                                      \
  void __real_##name(T x, T *sine, T *cosine);                                                               \
  void __wrap_##name(T x, T *sine, T *cosine);                                                               \
  void __wrap_##name(T x, T *sine, T *cosine) {                                                              \
    T s, c;                                                                                                  \
    __real_##name(x, &s, &c);                                                                                \
    store(sine, &s, sizeof s, __builtin_return_address(0));                                                  \
    store(cosine, &c, sizeof c, __builtin_return_address(0));                                                \
  }
SINCOS(sincos, double)
SINCOS(sincosf, float)

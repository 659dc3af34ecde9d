// The device side of cuRAND: the generators XORWOW (the default) and Philox4x32-10 with their distributions. The numbers
// are cuRAND's: those of curand() and the uniform ones bit for bit, the others as exact as logarithm and sine are.
//
// XORWOW: G. Marsaglia, Xorshift RNGs, 2003; subsequences are 2^67 numbers apart. Philox: J. Salmon et al., Parallel random
// numbers: as easy as 1, 2, 3, SC11; subsequences are 2^66 numbers apart.
#ifndef EMU_CURAND_KERNEL_H
#define EMU_CURAND_KERNEL_H

#include "emu_curand_version.h"
#include "cuda_runtime.h"

extern "C" EMU_NOTHROW void emu_xorwow_ahead(uint32_t *words, uint64_t times, int log_steps);

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

// ---- XORWOW ----

EMU_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW *state) {
  uint32_t v[5];
  for (int i = 0; i < 5; i++) v[i] = state->v[i];
  emu_xorwow_ahead(v, n, 67);
  for (int i = 0; i < 5; i++) state->v[i] = v[i];
}
EMU_INLINE void skipahead(unsigned long long n, curandStateXORWOW *state) {
  uint32_t v[5];
  for (int i = 0; i < 5; i++) v[i] = state->v[i];
  emu_xorwow_ahead(v, n, 0);
  for (int i = 0; i < 5; i++) state->v[i] = v[i];
  state->d += 362437u * (unsigned)n;
}
EMU_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateXORWOW *state) {
  unsigned low = ((unsigned)seed ^ 0xaad26b49u) * 1099087573u;
  unsigned high = ((unsigned)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  uint32_t v[5] = {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low};
  emu_xorwow_ahead(v, subsequence, 67);
  emu_xorwow_ahead(v, offset, 0);
  for (int i = 0; i < 5; i++) state->v[i] = v[i];
  state->d = 6615241u + high + low + 362437u * (unsigned)offset;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}
EMU_INLINE unsigned curand(curandStateXORWOW *state) {
  unsigned t = state->v[0], last = state->v[4];
  t ^= t >> 2;
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = last;
  last = last ^ last << 4 ^ t ^ t << 1;
  state->v[4] = last;
  return last + (state->d += 362437u);
}

// ---- Philox ----

namespace emu {

struct philox_block {
  unsigned x, y, z, w;
};
EMU_PURE philox_block philox(philox_block c, unsigned low, unsigned high) {
  for (int round = 0; round < 10; round++) {
    unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
    c = philox_block{(unsigned)(b >> 32) ^ c.y ^ low, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ high,
                     (unsigned)a};
    low += 0x9e3779b9u;
    high += 0xbb67ae85u;
  }
  return c;
}
EMU_INLINE uint4 philox_of(const uint4 &counter, const uint2 &key) {
  philox_block r = philox(philox_block{counter.x, counter.y, counter.z, counter.w}, key.x, key.y);
  return uint4(r.x, r.y, r.z, r.w);
}
EMU_PURE unsigned of_four(unsigned x, unsigned y, unsigned z, unsigned w, unsigned i) {
  return i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
}
// The counter, of 128 bits, n blocks on.
EMU_INLINE void philox_ahead(curandStatePhilox4_32_10 *state, unsigned long long n) {
  uint4 c = state->ctr;
  unsigned long long low = (unsigned long long)c.y << 32 | c.x, high = (unsigned long long)c.w << 32 | c.z;
  low += n;
  high += low < n;
  state->ctr = uint4((unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32));
}

} // namespace emu

EMU_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state) {
  unsigned at = state->STATE + (unsigned)(n & 3);
  ::emu::philox_ahead(state, n / 4 + at / 4);
  state->STATE = at % 4;
  state->output = ::emu::philox_of(state->ctr, state->key);
}
EMU_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state) {
  uint4 c = state->ctr;
  unsigned long long high = ((unsigned long long)c.w << 32 | c.z) + n;
  state->ctr = uint4(c.x, c.y, (unsigned)high, (unsigned)(high >> 32));
  state->output = ::emu::philox_of(state->ctr, state->key);
}
EMU_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStatePhilox4_32_10 *state) {
  state->ctr = uint4(0, 0, 0, 0);
  state->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
EMU_INLINE uint4 curand4(curandStatePhilox4_32_10 *state) {
  uint4 now = state->output;
  unsigned at = state->STATE;
  ::emu::philox_ahead(state, 1);
  uint4 then = ::emu::philox_of(state->ctr, state->key);
  state->output = then;
  if (at == 0) return now;
  if (at == 1) return uint4(now.y, now.z, now.w, then.x);
  return at == 2 ? uint4(now.z, now.w, then.x, then.y) : uint4(now.w, then.x, then.y, then.z);
}
EMU_INLINE unsigned curand(curandStatePhilox4_32_10 *state) {
  unsigned at = state->STATE;
  uint4 now = state->output;
  if (at < 3) {
    state->STATE = at + 1;
  } else {
    state->STATE = 0;
    ::emu::philox_ahead(state, 1);
    state->output = ::emu::philox_of(state->ctr, state->key);
  }
  return ::emu::of_four(now.x, now.y, now.z, now.w, at);
}

// ---- distributions ----

namespace emu {

EMU_PURE float uniform_of(unsigned x) { // in (0, 1]
  return (float)x * 0x1p-32f + 0x1p-33f;
}
EMU_PURE double uniform_of(unsigned x, unsigned y) {
  return (double)((unsigned long long)x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}
// Box and Muller: two normal numbers of two uniform ones.
EMU_UNSEEN inline float2 normals_of(unsigned x, unsigned y) {
  const float turn = 0x1p-32f * 6.2831855f;
  float r = sqrtf(-2 * logf(uniform_of(x))), angle = (float)y * turn + turn / 2;
  return float2(r * sinf(angle), r * cosf(angle));
}
EMU_UNSEEN inline double2 normals_of(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  double r = sqrt(-2 * log(uniform_of(x0, x1))), angle = 2 * uniform_of(y0, y1);
  return double2(r * sinpi(angle), r * cospi(angle));
}

} // namespace emu

template <class S_> EMU_INLINE float curand_uniform(S_ *state) {
  return ::emu::uniform_of(curand(state));
}
template <class S_> EMU_INLINE double curand_uniform_double(S_ *state) {
  unsigned x = curand(state), y = curand(state);
  return ::emu::uniform_of(x, y);
}
EMU_INLINE double curand_uniform_double(curandStatePhilox4_32_10 *state) { // of one number, as in cuRAND
  return curand(state) * 0x1p-32 + 0x1p-32;
}
template <class S_> EMU_INLINE float2 curand_normal2(S_ *state) {
  unsigned x = curand(state), y = curand(state);
  return ::emu::normals_of(x, y);
}
template <class S_> EMU_INLINE double2 curand_normal2_double(S_ *state) {
  unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return ::emu::normals_of(x0, x1, y0, y1);
}
// The second of two is kept for the next call.
template <class S_> EMU_INLINE float curand_normal(S_ *state) {
  if (state->boxmuller_flag) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  float2 two = curand_normal2(state);
  state->boxmuller_extra = two.y;
  state->boxmuller_flag = 1;
  return two.x;
}
template <class S_> EMU_INLINE double curand_normal_double(S_ *state) {
  if (state->boxmuller_flag_double) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  double2 two = curand_normal2_double(state);
  state->boxmuller_extra_double = two.y;
  state->boxmuller_flag_double = 1;
  return two.x;
}
template <class S_> EMU_INLINE float curand_log_normal(S_ *state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <class S_> EMU_INLINE double curand_log_normal_double(S_ *state, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(state));
}
EMU_INLINE float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
  uint4 x = curand4(state);
  return float4(::emu::uniform_of(x.x), ::emu::uniform_of(x.y), ::emu::uniform_of(x.z),
                ::emu::uniform_of(x.w));
}
EMU_INLINE float4 curand_normal4(curandStatePhilox4_32_10 *state) {
  uint4 x = curand4(state);
  float2 a = ::emu::normals_of(x.x, x.y), b = ::emu::normals_of(x.z, x.w);
  return float4(a.x, a.y, b.x, b.y);
}
EMU_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
  uint4 x = curand4(state);
  return double2(::emu::uniform_of(x.x, x.y), ::emu::uniform_of(x.z, x.w));
}

#define EMU_NO_GENERATOR(what)                                                                               \
  __attribute__((error(                                                                                      \
      "emucc: of cuRAND the emulator has the device functions of XORWOW and Philox4_32_10, not " what)))
template <class S_> EMU_NO_GENERATOR("curand_poisson") unsigned curand_poisson(S_ *state, double mean);
template <class S_>
EMU_NO_GENERATOR("curand_discrete")
unsigned curand_discrete(S_ *state, const void *distribution);
#undef EMU_NO_GENERATOR
#define EMU_OTHER_GENERATOR(name)                                                                            \
  struct name {                                                                                              \
    template <class T_ = int> name() {                                                                       \
      static_assert(sizeof(T_) == 0, "emucc: of cuRAND the emulator has the device functions of XORWOW and " \
                                     "Philox4_32_10");                                                       \
    }                                                                                                        \
  };
EMU_OTHER_GENERATOR(curandStateMRG32k3a)
EMU_OTHER_GENERATOR(curandStateMtgp32)
EMU_OTHER_GENERATOR(curandStateSobol32)
#undef EMU_OTHER_GENERATOR
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateSobol32 curandStateSobol32_t;

#endif

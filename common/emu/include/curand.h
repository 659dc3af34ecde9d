// The host's side of cuRAND: sequences of XORWOW and Philox4_32_10, in the order in which cuRAND's generators on the host give
// them. The numbers are made by the host and copied in the generator's stream; no kernel is counted.
#ifndef EMU_CURAND_H
#define EMU_CURAND_H

#include "emu_curand_version.h"
#include "curand_kernel.h"

typedef struct EmuGenerator *curandGenerator_t;
typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

#ifdef __cplusplus
#include <stdio.h>
#include <vector>

// Each generator has many sequences, which take turns: of XORWOW one draw each, of Philox four numbers.
struct EmuGenerator {
  bool philox, on_host;
  unsigned long long seed = 0, offset = 0, turn = 0; // offset: numbers of Philox; turn: of XORWOW
  cudaStream_t stream = 0;
  std::vector<curandStateXORWOW> state;
  // Of XORWOW the state of the sequence whose turn it is.
  curandStateXORWOW *next() {
    enum { SEQUENCES = 4096 };
    size_t which = turn++ % SEQUENCES;
    for (size_t i = state.size(); i <= which; i++) {
      state.emplace_back();
      curand_init(seed, i, turn > SEQUENCES ? turn / SEQUENCES : 0, &state.back());
    }
    return &state[which];
  }
  // Of Philox the state at the four numbers that lie at the offset.
  curandStatePhilox4_32_10 four() {
    curandStatePhilox4_32_10 s;
    unsigned long long group = offset / 4;
    curand_init(seed, group % 65536, group / 65536 * 4, &s);
    return s;
  }
};

inline curandStatus_t emu_new_generator(curandGenerator_t *generator, curandRngType_t type, bool on_host) {
  bool philox = type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  if (!philox && type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW) {
    fprintf(stderr, "emu: of cuRAND's generators the host has CURAND_RNG_PSEUDO_XORWOW and "
                    "CURAND_RNG_PSEUDO_PHILOX4_32_10: ask for one of these\n");
    return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = new EmuGenerator{philox, on_host};
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
  return emu_new_generator(generator, type, false);
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
  return emu_new_generator(generator, type, true);
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed) {
  g->seed = seed;
  g->offset = g->turn = 0;
  g->state.clear();
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset) {
  curandSetPseudoRandomGeneratorSeed(g, g->seed);
  if (g->philox) {
    g->offset = offset;
    return CURAND_STATUS_SUCCESS;
  }
  while (g->turn < offset) curand(g->next());
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream) {
  g->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t) {
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t) {
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetVersion(int *version) {
  *version = 10400;
  return CURAND_STATUS_SUCCESS;
}

// Where the numbers stay as long as the copy may read them: a graph reads them at each launch.
template <class T_> const T_ *emu_kept(curandGenerator_t g, const std::vector<T_> &numbers) {
  enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(g->stream, &status);
  return status == cudaStreamCaptureStatusNone ? numbers.data() : (new std::vector<T_>(numbers))->data();
}
template <class T_> curandStatus_t emu_give(curandGenerator_t g, T_ *to, const std::vector<T_> &numbers) {
  if (numbers.empty()) return CURAND_STATUS_SUCCESS;
  size_t bytes = numbers.size() * sizeof(T_);
  if (g->on_host)
    memcpy((void *)to, numbers.data(), bytes);
  else if (cudaMemcpyAsync(to, emu_kept(g, numbers), bytes, cudaMemcpyDefault, g->stream))
    return CURAND_STATUS_LAUNCH_FAILURE;
  return CURAND_STATUS_SUCCESS;
}
// n numbers: `one` makes one of XORWOW, `four` as many as a sequence of Philox has at a time.
template <class T_, class One_, class Four_>
curandStatus_t emu_generate(curandGenerator_t g, T_ *to, size_t n, One_ one, Four_ four) {
  std::vector<T_> numbers;
  while (numbers.size() < n && !g->philox) one(numbers, g->next());
  while (numbers.size() < n) {
    T_ some[4];
    curandStatePhilox4_32_10 s = g->four();
    four(some, &s);
    do numbers.push_back(some[g->offset++ % 4]);
    while (g->offset % 4 && numbers.size() < n);
  }
  return emu_give(g, to, numbers);
}
// Normal numbers of XORWOW come in pairs.
template <class T_, class Two_, class Four_>
curandStatus_t emu_generate_pairs(curandGenerator_t g, T_ *to, size_t n, Two_ two, Four_ four) {
  if (n % 2 && !g->philox) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return emu_generate(g, to, n, two, four);
}

inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned *to, size_t n) {
  return emu_generate(
      g, to, n, [](std::vector<unsigned> &v, curandStateXORWOW *s) { v.push_back(curand(s)); },
      [](unsigned *v, curandStatePhilox4_32_10 *s) {
        for (int i = 0; i < 4; i++) v[i] = curand(s);
      });
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n) {
  return emu_generate(
      g, to, n, [](std::vector<float> &v, curandStateXORWOW *s) { v.push_back(curand_uniform(s)); },
      [](float *v, curandStatePhilox4_32_10 *s) {
        for (int i = 0; i < 4; i++) v[i] = curand_uniform(s);
      });
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n) {
  return emu_generate(
      g, to, n, [](std::vector<double> &v, curandStateXORWOW *s) { v.push_back(curand_uniform_double(s)); },
      [](double *v, curandStatePhilox4_32_10 *s) {
        for (int i = 0; i < 4; i += 2) {
          double2 two = curand_uniform2_double(s);
          v[i] = two.x, v[i + 1] = two.y;
        }
      });
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean,
                                           float deviation) {
  return emu_generate_pairs(
      g, to, n,
      [=](std::vector<float> &v, curandStateXORWOW *s) {
        float2 two = curand_normal2(s);
        v.push_back(mean + deviation * two.x), v.push_back(mean + deviation * two.y);
      },
      [=](float *v, curandStatePhilox4_32_10 *s) {
        float4 f = curand_normal4(s);
        v[0] = mean + deviation * f.x, v[1] = mean + deviation * f.y;
        v[2] = mean + deviation * f.z, v[3] = mean + deviation * f.w;
      });
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                                 double deviation) {
  return emu_generate_pairs(
      g, to, n,
      [=](std::vector<double> &v, curandStateXORWOW *s) {
        double2 two = curand_normal2_double(s);
        v.push_back(mean + deviation * two.x), v.push_back(mean + deviation * two.y);
      },
      [=](double *v, curandStatePhilox4_32_10 *s) {
        for (int i = 0; i < 4; i += 2) {
          double2 two = curand_normal2_double(s);
          v[i] = mean + deviation * two.x, v[i + 1] = mean + deviation * two.y;
        }
      });
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean,
                                              float deviation) {
  return emu_generate_pairs(
      g, to, n,
      [=](std::vector<float> &v, curandStateXORWOW *s) {
        float2 two = curand_normal2(s);
        v.push_back(expf(mean + deviation * two.x)), v.push_back(expf(mean + deviation * two.y));
      },
      [=](float *v, curandStatePhilox4_32_10 *s) {
        float4 f = curand_normal4(s);
        v[0] = expf(mean + deviation * f.x), v[1] = expf(mean + deviation * f.y);
        v[2] = expf(mean + deviation * f.z), v[3] = expf(mean + deviation * f.w);
      });
}

#define EMU_HOST_RANDOM(name)                                                                                \
  template <class... A_>                                                                                     \
  __attribute__((error("emucc: " #name " is not part of the emulator: of the host's side of cuRAND there "   \
                       "are uniform, normal and log-normal numbers"))) curandStatus_t                        \
  name(A_ &&...);
EMU_HOST_RANDOM(curandGeneratePoisson)
EMU_HOST_RANDOM(curandGenerateLogNormalDouble)
EMU_HOST_RANDOM(curandGenerateLongLong)
EMU_HOST_RANDOM(curandSetQuasiRandomGeneratorDimensions)
EMU_HOST_RANDOM(curandCreatePoissonDistribution)
#undef EMU_HOST_RANDOM
#endif

#endif

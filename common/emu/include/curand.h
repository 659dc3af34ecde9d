// The host's side of cuRAND is not part of the emulator; many a program includes its header and means the device's side,
// <curand_kernel.h>. Each call is an error that says so.
#ifndef EMU_CURAND_H
#define EMU_CURAND_H

#include "cuda_runtime.h"

typedef struct EmuGenerator *curandGenerator_t;
typedef enum curandStatus { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_NOT_INITIALIZED = 101 } curandStatus_t;
typedef enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200
} curandRngType_t;

#ifdef __cplusplus
#define EMU_HOST_RANDOM(name)                                                                                \
  template <class... A_>                                                                                     \
  __attribute__((error("emucc: " #name " is of the host's side of cuRAND, which is not part of the "         \
                       "emulator; the device's is, <curand_kernel.h>"))) curandStatus_t                      \
  name(A_ &&...);
EMU_HOST_RANDOM(curandCreateGenerator)
EMU_HOST_RANDOM(curandCreateGeneratorHost)
EMU_HOST_RANDOM(curandDestroyGenerator)
EMU_HOST_RANDOM(curandSetPseudoRandomGeneratorSeed)
EMU_HOST_RANDOM(curandSetGeneratorOffset)
EMU_HOST_RANDOM(curandSetStream)
EMU_HOST_RANDOM(curandGenerate)
EMU_HOST_RANDOM(curandGenerateUniform)
EMU_HOST_RANDOM(curandGenerateUniformDouble)
EMU_HOST_RANDOM(curandGenerateNormal)
EMU_HOST_RANDOM(curandGenerateNormalDouble)
EMU_HOST_RANDOM(curandGenerateLogNormal)
EMU_HOST_RANDOM(curandGeneratePoisson)
#undef EMU_HOST_RANDOM
#endif

#endif

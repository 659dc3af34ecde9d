// missing: libraries | the host's side of cuRAND (`curandGenerateUniform`)
// says: curandCreateGenerator is of the host's side of cuRAND, which is not part of the emulator
#include <curand.h>
int main() {
  curandGenerator_t g;
  return curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
}

// missing: libraries | of the host's side of cuRAND: Poisson and quasirandom numbers, other generators than XORWOW and Philox
// says: curandGeneratePoisson is not part of the emulator
#include <curand.h>
int main() {
  curandGenerator_t g = nullptr;
  return curandGeneratePoisson(g, (unsigned *)nullptr, 4, 1.0);
}

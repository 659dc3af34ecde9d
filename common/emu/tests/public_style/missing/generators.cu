// missing: cuRAND in kernels | MRG32k3a, Sobol and Mersenne generators, `curand_poisson`
// says: of cuRAND the emulator has the device functions of XORWOW and Philox4_32_10
#include <curand_kernel.h>
__global__ void k(unsigned *p) {
  curandStateMRG32k3a_t s;
  *p = sizeof s;
}
int main() {}

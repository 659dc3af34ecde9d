// missing: number formats | floating point of 6 and 4 bits, and the scales `__nv_fp8_e8m0`
// says: 6-bit floating point is not part of the emulator
#include <cuda_fp6.h>
int main() {}

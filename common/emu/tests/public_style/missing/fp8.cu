// missing: number formats | 8-bit floating point
// says: 8-bit floating point is not part of the emulator
#include <cuda_fp8.h>
int main() {}

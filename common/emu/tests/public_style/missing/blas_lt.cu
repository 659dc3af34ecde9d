// missing: libraries | cuBLASLt, cuBLASXt
// says: cuBLASLt is not part of the emulator
#include <cublasLt.h>
int main() {}

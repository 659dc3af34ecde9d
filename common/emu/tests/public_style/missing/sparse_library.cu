// missing: libraries | cuSPARSE, cuSOLVER, cuDNN, NCCL, NPP, NVRTC, NVML
// says: cuSPARSE is not part of the emulator
#include <cusparse_v2.h>
int main() {}

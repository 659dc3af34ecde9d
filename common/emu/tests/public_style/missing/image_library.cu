// missing: libraries | cuSPARSE, cuSOLVER, cuDNN, NCCL, NPP, NVRTC, NVML
// says: NPP is not part of the emulator
#include <nppi.h>
int main() {}

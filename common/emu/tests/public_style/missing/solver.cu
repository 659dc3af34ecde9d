// missing: libraries | cuSPARSE, cuSOLVER, cuDNN, NCCL, NPP, NVRTC, NVML
// says: cuSOLVER is not part of the emulator
#include <cusolverDn.h>
int main() {}

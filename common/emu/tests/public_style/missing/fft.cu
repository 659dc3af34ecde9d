// missing: libraries | cuFFT, cuSPARSE, cuSOLVER, cuDNN, NCCL, NPP, NVRTC, NVML
// says: cuFFT is not part of the emulator
#include <cufft.h>
int main() {}

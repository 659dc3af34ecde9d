// missing: libraries | cuSPARSE, cuSOLVER, cuDNN, NCCL, NPP, NVRTC, NVML
// says: cuDNN is not part of the emulator
#include <cudnn.h>
int main() {}

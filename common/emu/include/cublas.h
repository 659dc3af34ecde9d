// Not part of the emulator: says so.
#error "emucc: <cublas.h>, the interface without handles, ended with CUDA 13: include <cublas_v2.h>"

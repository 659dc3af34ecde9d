// Not part of the emulator: says so.
#error "emucc: <cublasLt.h> is not provided: cuBLASLt is not part of the emulator; <cublas_v2.h> is"

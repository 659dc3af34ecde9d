// Not part of the emulator: says so.
#error "emucc: <cublasXt.h> is not provided: cuBLASXt is not part of the emulator; cuBLAS of <cublas_v2.h> is"

// Not part of the emulator: says so.
#error "emucc: <cuda_fp8.h> is not provided: 8-bit floating point is not part of the emulator"

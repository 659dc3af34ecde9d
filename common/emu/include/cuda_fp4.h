// Not part of the emulator: says so.
#error "emucc: <cuda_fp4.h> is not provided: 4-bit floating point is not part of the emulator"

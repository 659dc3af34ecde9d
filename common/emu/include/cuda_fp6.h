// Not part of the emulator: says so.
#error "emucc: <cuda_fp6.h> is not provided: 6-bit floating point is not part of the emulator"

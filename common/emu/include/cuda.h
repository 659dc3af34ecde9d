// Not part of the emulator: says so.
#error "emucc: <cuda.h> is not provided: the driver API is not part of the emulator"

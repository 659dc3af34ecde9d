// Not part of the emulator: says so.
#error "emucc: <cudaProfiler.h> is not provided: the driver API is not part of the emulator"

// Not part of the emulator: says so.
#error "emucc: <cuda_awbarrier.h> is not provided: asynchronous barriers are not part of the emulator"

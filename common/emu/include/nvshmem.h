// Not part of the emulator: says so.
#error "emucc: <nvshmem.h> is not provided: NVSHMEM is not part of the emulator"

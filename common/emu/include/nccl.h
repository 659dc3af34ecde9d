// Not part of the emulator: says so.
#error "emucc: <nccl.h> is not provided: NCCL is not part of the emulator"

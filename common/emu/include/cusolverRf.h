// Not part of the emulator: says so.
#error "emucc: <cusolverRf.h> is not provided: cuSOLVER is not part of the emulator"

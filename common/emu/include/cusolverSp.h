// Not part of the emulator: says so.
#error "emucc: <cusolverSp.h> is not provided: cuSOLVER is not part of the emulator"

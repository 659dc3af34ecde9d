// Not part of the emulator: says so.
#error "emucc: <cutensor.h> is not provided: cuTENSOR is not part of the emulator"

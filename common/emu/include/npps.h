// Not part of the emulator: says so.
#error "emucc: <npps.h> is not provided: NPP is not part of the emulator"

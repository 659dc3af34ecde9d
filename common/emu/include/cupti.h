// Not part of the emulator: says so.
#error "emucc: <cupti.h> is not provided: CUPTI is not part of the emulator"

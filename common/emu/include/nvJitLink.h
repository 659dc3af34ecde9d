// Not part of the emulator: says so.
#error "emucc: <nvJitLink.h> is not provided: nvJitLink is not part of the emulator"

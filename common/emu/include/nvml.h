// Not part of the emulator: says so.
#error "emucc: <nvml.h> is not provided: NVML is not part of the emulator"

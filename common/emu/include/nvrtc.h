// Not part of the emulator: says so.
#error "emucc: <nvrtc.h> is not provided: compiling at run time (NVRTC) is not part of the emulator"

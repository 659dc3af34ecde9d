// Not part of the emulator: says so.
#error "emucc: <nvjpeg.h> is not provided: nvJPEG is not part of the emulator"

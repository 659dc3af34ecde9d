// Not part of the emulator: says so.
#error "emucc: <cufft.h> is not provided: cuFFT is not part of the emulator"

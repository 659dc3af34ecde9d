// Not part of the emulator: says so.
#error "emucc: <cufftXt.h> is not provided: cuFFT is not part of the emulator"

// Not part of the emulator: says so.
#error "emucc: <cufftw.h> is not provided: cuFFT is not part of the emulator"

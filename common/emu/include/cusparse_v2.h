// Not part of the emulator: says so.
#error "emucc: <cusparse_v2.h> is not provided: cuSPARSE is not part of the emulator"

// Not part of the emulator: says so.
#error "emucc: <cudnn.h> is not provided: cuDNN is not part of the emulator"

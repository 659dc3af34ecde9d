// Not part of the emulator: says so.
#error "emucc: <cudaGL.h> is not provided: sharing memory with OpenGL is not part of the emulator"

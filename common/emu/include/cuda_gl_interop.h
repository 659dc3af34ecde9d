// Not part of the emulator: says so.
#error "emucc: <cuda_gl_interop.h> is not provided: sharing memory with OpenGL is not part of the emulator"

// Not part of the emulator: says so.
#error "emucc: <cuda_texture_types.h> is not provided: textures are not part of the emulator"

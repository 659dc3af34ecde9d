// Not part of the emulator: says so.
#error "emucc: <cuda_surface_types.h> is not provided: surfaces are not part of the emulator"

// What the emulator leaves out, by name: a use is a compile error that says so.
#ifndef EMU_UNSUPPORTED_H
#define EMU_UNSUPPORTED_H

#define EMU_NOT(what)                __attribute__((error("emucc: " what " are not part of the emulator")))
#define EMU_MISSING(name, what)      template <class... A_> EMU_NOT(what) cudaError_t name(A_ &&...);
#define EMU_MISSING_READ(name, what) template <class T_ = float, class... A_> EMU_NOT(what) T_ name(A_ &&...);

template <class T_, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType> struct texture {
  static_assert(sizeof(T_) == 0,
                "emucc: texture references ended with CUDA 12: create a texture object, cudaTextureObject_t");
};
template <class T_, int dimensions = 1> struct surface {
  static_assert(sizeof(T_) == 0,
                "emucc: surface references ended with CUDA 12: create a surface object, cudaSurfaceObject_t");
};

EMU_MISSING_READ(tex2Dgather, "texture gathers")
EMU_MISSING_READ(texCubemap, "cube maps")
EMU_MISSING(cudaBindTexture, "texture references")
EMU_MISSING(cudaBindTexture2D, "texture references")
EMU_MISSING(cudaUnbindTexture, "texture references")

#undef EMU_MISSING_READ
#undef EMU_MISSING
#undef EMU_NOT

#endif

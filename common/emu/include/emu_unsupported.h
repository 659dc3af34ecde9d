// What the emulator leaves out, by name: a use is a compile error that says so.
#ifndef EMU_UNSUPPORTED_H
#define EMU_UNSUPPORTED_H

#define EMU_NOT(what)                __attribute__((error("emucc: " what " are not part of the emulator")))
#define EMU_MISSING(name, what)      template <class... A_> EMU_NOT(what) cudaError_t name(A_ &&...);
#define EMU_MISSING_READ(name, what) template <class T_ = float, class... A_> EMU_NOT(what) T_ name(A_ &&...);

typedef struct EmuTexture *cudaTextureObject_t;
typedef struct EmuSurface *cudaSurfaceObject_t;
typedef struct EmuArray *cudaArray_t;
typedef struct EmuMipmap *cudaMipmappedArray_t;
typedef struct EmuGraph *cudaGraph_t;
typedef struct EmuGraphExec *cudaGraphExec_t;
typedef struct EmuGraphNode *cudaGraphNode_t;

enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
template <class T_, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType> struct texture {
  static_assert(sizeof(T_) == 0, "emucc: textures are not part of the emulator");
};
template <class T_, int dimensions = 1> struct surface {
  static_assert(sizeof(T_) == 0, "emucc: surfaces are not part of the emulator");
};

EMU_MISSING_READ(tex1Dfetch, "textures")
EMU_MISSING_READ(tex1D, "textures")
EMU_MISSING_READ(tex2D, "textures")
EMU_MISSING_READ(tex3D, "textures")
EMU_MISSING_READ(tex2DLod, "textures")
EMU_MISSING_READ(tex2DLayered, "textures")
EMU_MISSING_READ(surf1Dread, "surfaces")
EMU_MISSING_READ(surf2Dread, "surfaces")
EMU_MISSING(surf1Dwrite, "surfaces")
EMU_MISSING(surf2Dwrite, "surfaces")
EMU_MISSING(cudaBindTexture, "textures")
EMU_MISSING(cudaBindTexture2D, "textures")
EMU_MISSING(cudaUnbindTexture, "textures")
EMU_MISSING(cudaCreateTextureObject, "textures")
EMU_MISSING(cudaDestroyTextureObject, "textures")
EMU_MISSING(cudaCreateSurfaceObject, "surfaces")
EMU_MISSING(cudaMallocArray, "arrays for textures")
EMU_MISSING(cudaMalloc3DArray, "arrays for textures")
EMU_MISSING(cudaFreeArray, "arrays for textures")
EMU_MISSING(cudaMemcpyToArray, "arrays for textures")
EMU_MISSING(cudaMemcpy2DToArray, "arrays for textures")
EMU_MISSING(cudaGraphCreate, "graphs")
EMU_MISSING(cudaGraphInstantiate, "graphs")
EMU_MISSING(cudaGraphLaunch, "graphs")
EMU_MISSING(cudaGraphAddKernelNode, "graphs")
EMU_MISSING(cudaGraphDestroy, "graphs")
EMU_MISSING(cudaGraphExecDestroy, "graphs")
EMU_MISSING(cudaStreamBeginCapture, "graphs")
EMU_MISSING(cudaStreamEndCapture, "graphs")
EMU_MISSING(cudaLaunchKernelExC, "launches with attributes (clusters)")
EMU_MISSING(cudaLaunchKernelEx, "launches with attributes (clusters)")
EMU_MISSING(cudaDeviceEnablePeerAccess, "several devices")
EMU_MISSING(cudaMemcpyPeer, "several devices")
EMU_MISSING(cudaIpcGetMemHandle, "handles for other processes")

#undef EMU_MISSING_READ
#undef EMU_MISSING
#undef EMU_NOT

#endif

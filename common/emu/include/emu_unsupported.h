// What the emulator leaves out, by name: a use is a compile error that says so.
#ifndef EMU_UNSUPPORTED_H
#define EMU_UNSUPPORTED_H

#define EMU_NOT(what)            __attribute__((error("emucc: " what " are not part of the emulator")))
#define EMU_FUNCTION(name, what) template <class... A> EMU_NOT(what) cudaError_t name(A &&...);
#define EMU_READ(name, what)     template <class T = float, class... A> EMU_NOT(what) T name(A &&...);

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
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType> struct texture {
  static_assert(sizeof(T) == 0, "emucc: textures are not part of the emulator");
};
template <class T, int dimensions = 1> struct surface {
  static_assert(sizeof(T) == 0, "emucc: surfaces are not part of the emulator");
};

EMU_READ(tex1Dfetch, "textures")
EMU_READ(tex1D, "textures")
EMU_READ(tex2D, "textures")
EMU_READ(tex3D, "textures")
EMU_READ(tex2DLod, "textures")
EMU_READ(tex2DLayered, "textures")
EMU_READ(surf1Dread, "surfaces")
EMU_READ(surf2Dread, "surfaces")
EMU_FUNCTION(surf1Dwrite, "surfaces")
EMU_FUNCTION(surf2Dwrite, "surfaces")
EMU_FUNCTION(cudaBindTexture, "textures")
EMU_FUNCTION(cudaBindTexture2D, "textures")
EMU_FUNCTION(cudaUnbindTexture, "textures")
EMU_FUNCTION(cudaCreateTextureObject, "textures")
EMU_FUNCTION(cudaDestroyTextureObject, "textures")
EMU_FUNCTION(cudaCreateSurfaceObject, "surfaces")
EMU_FUNCTION(cudaMallocArray, "arrays for textures")
EMU_FUNCTION(cudaMalloc3DArray, "arrays for textures")
EMU_FUNCTION(cudaFreeArray, "arrays for textures")
EMU_FUNCTION(cudaMemcpyToArray, "arrays for textures")
EMU_FUNCTION(cudaMemcpy2DToArray, "arrays for textures")
EMU_FUNCTION(cudaGraphCreate, "graphs")
EMU_FUNCTION(cudaGraphInstantiate, "graphs")
EMU_FUNCTION(cudaGraphLaunch, "graphs")
EMU_FUNCTION(cudaGraphAddKernelNode, "graphs")
EMU_FUNCTION(cudaGraphDestroy, "graphs")
EMU_FUNCTION(cudaGraphExecDestroy, "graphs")
EMU_FUNCTION(cudaStreamBeginCapture, "graphs")
EMU_FUNCTION(cudaStreamEndCapture, "graphs")
EMU_FUNCTION(cudaLaunchKernelExC, "launches with attributes (clusters)")
EMU_FUNCTION(cudaLaunchKernelEx, "launches with attributes (clusters)")
EMU_FUNCTION(cudaDeviceEnablePeerAccess, "several devices")
EMU_FUNCTION(cudaMemcpyPeer, "several devices")
EMU_FUNCTION(cudaIpcGetMemHandle, "handles for other processes")

#undef EMU_READ
#undef EMU_FUNCTION
#undef EMU_NOT

#endif

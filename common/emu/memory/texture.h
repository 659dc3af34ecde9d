// Arrays, and what a texture or surface object stands for.
#ifndef EMU_MEMORY_TEXTURE_H
#define EMU_MEMORY_TEXTURE_H

#include "include/cuda_runtime_api.h"

#include <stdint.h>

// Rows one after another, layers or planes likewise. An extent of 0 is none, as cudaMalloc3DArray has it.
struct cudaArray {
  uint64_t data, pitch, element; // bytes of a row and of an element
  struct cudaExtent extent;
  struct cudaChannelFormatDesc desc;
  unsigned flags;
};

// A texture object is a pointer to this, and so is a surface object.
struct texture {
  uint64_t data, pitch, plane, element;
  uint64_t size[3]; // elements along each axis, at least 1
  struct cudaChannelFormatDesc desc;
  struct cudaTextureDesc how;
  struct cudaResourceDesc of;
  bool dead; // destroyed
};

#endif

// For a lab's baseline.cu: the library's name and version, which the tables show.
#ifndef PMPP_LIBRARY_H
#define PMPP_LIBRARY_H

#include <stdio.h>

// No baseline marks ranges in a profile: without CUB's headers for that they compile more quickly. (Not without those for floats of
// 16 bits: in CUB 3.0.1 a sum of floats would then take a path that ends in assert(false).)
#define CCCL_DISABLE_NVTX

// PMPP_LIBRARY("CUB %d.%d.%d", ...): defines the function that the worker asks.
#define PMPP_LIBRARY(...)                                                                                    \
  extern "C" const char *pmpp_library(void) {                                                                \
    static char text[64];                                                                                    \
    snprintf(text, sizeof text, __VA_ARGS__);                                                                \
    return text;                                                                                             \
  }

// The same for a library that tells its version by a function such as cublasGetProperty.
#define PMPP_LIBRARY_ASKED(name, get)                                                                        \
  static int pmpp_library_part(libraryPropertyType part) {                                                   \
    int value = 0;                                                                                           \
    get(part, &value);                                                                                       \
    return value;                                                                                            \
  }                                                                                                          \
  PMPP_LIBRARY(name " %d.%d.%d", pmpp_library_part(MAJOR_VERSION), pmpp_library_part(MINOR_VERSION),         \
               pmpp_library_part(PATCH_LEVEL))

#endif

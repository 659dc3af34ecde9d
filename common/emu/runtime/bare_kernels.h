// Launches of kernels that are named by a bare pointer.
#ifndef EMU_RUNTIME_BARE_KERNELS_H
#define EMU_RUNTIME_BARE_KERNELS_H

#include "include/cuda_runtime_api.h"
#include <stdbool.h>

// False: the kernel's parameters are not known, and the program has been told so. Other errors are the launch's.
bool launch_known(const void *entry, const unsigned grid[3], const unsigned block[3], void **arguments,
                  size_t dynamic_shared, cudaStream_t stream, bool cooperative, uint32_t pc);
// emu_packed.h: for programs.
enum cudaError emu_launch_known(const void *entry, const unsigned grid[3], const unsigned block[3],
                                void **arguments, size_t dynamic_shared, cudaStream_t stream,
                                bool cooperative, void *return_address);

#endif

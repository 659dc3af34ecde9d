// What the calls for memory share: allocations, copies and settings at the place of the program's call.
#ifndef EMU_API_COPY_H
#define EMU_API_COPY_H

#include "include/cuda_runtime_api.h"

#include <stdbool.h>
#include <stdint.h>

cudaError_t api_allocate(void **pointer, size_t bytes, uint32_t pc); // of the device
cudaError_t api_release(void *pointer, uint32_t pc);
bool api_is_registered(uint64_t address); // pinned by cudaHostRegister
cudaError_t api_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, uint32_t pc);
cudaError_t api_set(void *pointer, int value, size_t bytes, uint32_t pc);

// Rows, as the node that capture_aim waits for.
cudaError_t api_copy_node(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                          size_t height, enum cudaMemcpyKind kind, uint32_t pc);
cudaError_t api_set_node(void *to, size_t pitch, int value, size_t width, size_t height, uint32_t pc);
cudaError_t api_host_node(cudaHostFn_t function, void *data, uint32_t pc);

#endif

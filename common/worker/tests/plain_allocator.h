// What a test may do with the plain allocator.
#ifndef PMPP_PLAIN_ALLOCATOR_H
#define PMPP_PLAIN_ALLOCATOR_H

#include <cuda_runtime_api.h>

extern int plain_fails; // the next call fails, and writes nothing
extern void (*plain_when_free)(
    void); // runs once, when the next free has freed: what another thread may do by then

// The emulator's headers lack these two.
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *a, const struct cudaChannelFormatDesc *d,
                                     struct cudaExtent e, unsigned levels, unsigned flags);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t a);

#endif

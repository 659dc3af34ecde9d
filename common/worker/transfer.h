// Copies between this process's pageable memory and a device: by all processors through pinned memory if they are large.
#ifndef PMPP_TRANSFER_H
#define PMPP_TRANSFER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// They return a cudaError_t, after the copy has ended. Nothing stays allocated: a contract function may reset the device.
int transfer_to_device(void *device, const void *host, size_t bytes);
int transfer_to_host(void *host, const void *device, size_t bytes);

// A number of 64 bits that is another one, but for a chance of 2^-64, if a byte of the device memory has changed.
int device_digest(const void *device, size_t bytes, uint64_t *digest);

#ifdef __cplusplus
}
#endif
#endif

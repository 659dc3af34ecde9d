// The device code of timing: hold a stream until the host lets go, and fill memory with noise.
#ifndef PMPP_BLOCKING_KERNEL_H
#define PMPP_BLOCKING_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Those that can fail return a cudaError_t. One blocking kernel at a time.

// Allocate the flags. Once, before any blocking kernel.
int block_stream_init(void);

// Put a kernel on the legacy default stream that occupies every thread of the device, and wait until it does:
// nothing after it runs, on this stream or another, until block_stream_release. It gives up by itself after
// timeout_ns.
int block_stream_start(uint64_t timeout_ns);

void block_stream_release(void);

// After the device came to rest: 1 if the last blocking kernel gave up.
int blocking_expired(void);

// Fill `words` 4-byte words with pseudo-random floats in [0, 1).
int fill_noise(float *data, size_t words, uint32_t seed);

#ifdef __cplusplus
}
#endif
#endif

// The device code of timing: hold a stream until the host lets go, and fill memory with noise.
#ifndef PMPP_HOLD_H
#define PMPP_HOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Those that can fail return a cudaError_t. One hold at a time.

// Allocate the flags. Once, before any hold.
int hold_init(void);

// Put a kernel on the legacy default stream that occupies every thread of the device, and wait until it does:
// nothing behind it runs, on this stream or another, until hold_release. It gives up by itself after
// timeout_ns.
int hold_start(uint64_t timeout_ns);

void hold_release(void);

// After the device came to rest: 1 if the last hold gave up.
int hold_expired(void);

// Fill `words` 4-byte words with pseudo-random floats in [0, 1).
int fill_noise(float *data, size_t words, uint32_t seed);

#ifdef __cplusplus
}
#endif
#endif

// Whether this machine has a device that CUDA can use.
#ifndef PMPP_GPU_H
#define PMPP_GPU_H

#include "grader/config.h"
#include "base/text.h"

// True if nvcc was found and the driver reports a device; else `why` has one line. Asks the driver in a child
// process, so that the grader never holds a CUDA context.
bool gpu_usable(const struct grader_config *config, struct text *why);

// Waits until no other grader uses the device (the devices of CUDA_VISIBLE_DEVICES), keeps it until this one ends, and
// has it do a little work. False: `why` says that it cannot, which is no submission's fault that comes now.
bool gpu_take(struct text *why);

#endif

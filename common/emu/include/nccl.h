// Not part of the emulator: says so.
#ifndef NCCL_MAJOR // which a worker of ranks has: see common/worker/nccl.h
#error "emucc: <nccl.h> is not provided: NCCL is not part of the emulator"
#endif

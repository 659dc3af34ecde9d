// The kinds of hazards and of notes: one row each, from which messages, reports and CHECKS.md's table come.
#ifndef EMU_HAZARDS_H
#define EMU_HAZARDS_H

// Hazards, X(ID, name, where, what it means, advice). Reports, JSON and tests use the name. `where` says who did it: a
// thread of a KERNEL, whose block and thread are told; a LAUNCH, of which the kernel is told; or the PROGRAM's host code,
// except where a kernel's thread did the same. The advice stands where a finding brings none of its own.
#define EMU_HAZARDS(X)                                                                                       \
  X(RACE_SHARED, "race-shared", KERNEL,                                                                      \
    "two threads access one word of shared memory, at least one writes, and nothing orders them; a "         \
    "store of the value that is already there is a note",                                                    \
    "put __syncthreads() between the two accesses (__syncwarp() where only lanes of one warp take "          \
    "part)")                                                                                                 \
  X(RACE_GLOBAL, "race-global", KERNEL, "the same in global memory, also between blocks",                    \
    "blocks and threads run in any order: give each thread its own element, or use an atomic")               \
  X(RACE_STREAM, "race-stream", PROGRAM,                                                                     \
    "works of two streams, or a stream's work and host code, access one word of global memory, at least "    \
    "one writes, and no wait, event or rule of the default stream orders the two; or a message that nobody " \
    "has waited for uses the buffer, too",                                                                   \
    "order the two: cudaEventRecord and cudaStreamWaitEvent between streams, a wait before the host goes "   \
    "on")                                                                                                    \
  X(OUT_OF_BOUNDS, "out-of-bounds", KERNEL,                                                                  \
    "beyond an allocation, a declared array or the dynamic shared memory; in a `__shared__` array "          \
    "of another kernel",                                                                                     \
    "compare the index with the number of elements before using it")                                         \
  X(UNINITIALISED, "uninitialised-read", KERNEL,                                                             \
    "a read of unwritten memory (shared memory is new for every block), or of memory into which an "         \
    "asynchronous copy is in flight",                                                                        \
    "memory from cudaMalloc and __shared__ arrays have undefined content: write before you read")            \
  X(USE_AFTER_FREE, "use-after-free", KERNEL, "a kernel uses a freed buffer, with the line that freed it",   \
    "free a buffer only after the last kernel that uses it")                                                 \
  X(MISALIGNED, "misaligned-access", KERNEL, "an address that is not a multiple of the access's size",       \
    "a vector access (float4, say) needs an address that is a multiple of its size")                         \
  X(BARRIER, "barrier-not-reached", KERNEL,                                                                  \
    "some threads of a block go on past it or wait at another barrier (where the others have returned "      \
    "it is a note)",                                                                                         \
    "every thread of the block must reach the same __syncthreads(): move it out of the branch")              \
  X(CLUSTER, "cluster-lifetime", KERNEL,                                                                     \
    "shared memory of another block of the cluster, which may not have begun, or may have ended",            \
    "put cluster.sync() before the first access to another block's shared memory, and after the last")       \
  X(WARP_SYNC, "warp-sync-mask", KERNEL,                                                                     \
    "a mask names lanes that do not come, or a shuffle reads a lane that takes no part",                     \
    "every lane named in the mask must execute the same warp operation")                                     \
  X(HOST_POINTER, "host-pointer-in-kernel", KERNEL,                                                          \
    "a kernel reads or writes host memory, another thread's local memory, or by an address that host code "  \
    "has of what is the device's",                                                                           \
    "a kernel can access only device memory: cudaMalloc a buffer, cudaMemcpy into it, and pass the "         \
    "buffer")                                                                                                \
  X(PEER, "no-peer-access", KERNEL,                                                                          \
    "a kernel reads or writes memory of another device, to which its device has no peer access",             \
    "call cudaDeviceEnablePeerAccess(other device, 0) while the kernel's device is set, or copy with "       \
    "cudaMemcpyPeer")                                                                                        \
  X(DEVICE_POINTER, "device-pointer-on-host", PROGRAM, "host code reads or writes device memory",            \
    "copy the data to the host with cudaMemcpy(..., cudaMemcpyDeviceToHost) first")                          \
  X(BAD_COPY, "bad-copy", PROGRAM, "a copy in the wrong direction, or of more bytes than the buffer has",    \
    "cudaMemcpy(to, from, bytes, direction): the destination comes first; check the direction and "          \
    "the bytes")                                                                                             \
  X(INVALID_LAUNCH, "invalid-launch", LAUNCH,                                                                \
    "a grid or block that the device or the kernel's `__launch_bounds__` refuse: the kernel did "            \
    "not run",                                                                                               \
    "the kernel did not run: change the launch's grid, block or bytes of shared memory")                     \
  X(BAD_FREE, "bad-free", PROGRAM,                                                                           \
    "an address that was not allocated so, or that is freed already, with the line of the first "            \
    "free",                                                                                                  \
    "pass cudaFree exactly the pointer that cudaMalloc returned, once")                                      \
  X(LEAK, "leak", PROGRAM, "a buffer that is never freed, with the line that allocated it",                  \
    "every cudaMalloc needs a cudaFree, on the error paths too")                                             \
  X(DEADLOCK, "deadlock", KERNEL,                                                                            \
    "a kernel that does not end; the report has the awaited value, the reason why no thread stores "         \
    "it, and the place of each warp. Or ranks of a job that wait for each other; it has each one's call",    \
    "look for a loop that waits for a value that no running thread will write")                              \
  X(STACK_OVERFLOW, "stack-overflow", KERNEL, "recursion or large local arrays",                             \
    "avoid recursion and large local arrays: a thread's stack is small, on a GPU too")                       \
  X(FAULT, "fault", KERNEL,                                                                                  \
    "`exit()` or an exception in a kernel; arithmetic whose result on the device this host cannot "          \
    "give",                                                                                                  \
    "check the pointers, indices and divisors of this line")                                                 \
  X(UNREAD, "launch-error-unread", LAUNCH,                                                                   \
    "a refused launch, `__trap()` or a failed `assert`, and the program ends without reading the "           \
    "error",                                                                                                 \
    "a launch returns no status: call cudaGetLastError() after it, and check the result of "                 \
    "cudaDeviceSynchronize()")

// Notes, X(ID, name): what a correct program may do too, so that no verdict and no exit status depends on them.
#define EMU_NOTES(X)                                                                                         \
  X(HALF_OVERFLOW, "half-overflow")                                                                          \
  X(HALF_ABSORBED, "half-absorbed")                                                                          \
  X(LOCAL_ARRAY, "local-array")                                                                              \
  X(UNDEFINED, "undefined-arithmetic")                                                                       \
  X(SAME_VALUE, "race-same-value")                                                                           \
  X(REFUSED, "launch-refused")                                                                               \
  X(RETURNED, "barrier-after-return")                                                                        \
  X(UNWRITTEN, "unwritten-copied")                                                                           \
  X(LOST, "output-lost")                                                                                     \
  X(NO_EFFECT, "kernel-without-effect")                                                                      \
  X(FAILED, "call-error-unread")

enum emu_hazard_where { EMU_OF_KERNEL, EMU_OF_LAUNCH, EMU_OF_PROGRAM };

enum emu_hazard_kind {
#define EMU_X(id, name, where, means, advice) EMU_HAZARD_##id,
  EMU_HAZARDS(EMU_X)
#undef EMU_X
      EMU_HAZARD_COUNT
};

enum emu_note_kind {
#define EMU_X(id, name) EMU_NOTE_##id,
  EMU_NOTES(EMU_X)
#undef EMU_X
      EMU_NOTE_COUNT
};

#ifdef __cplusplus
extern "C" {
#endif

const char *emu_hazard_name(int kind); // "race-shared"; NULL outside the range
const char *emu_hazard_advice(int kind);
enum emu_hazard_where emu_hazard_where(int kind);
const char *emu_note_name(int kind);

#ifdef __cplusplus
}
#endif

#endif

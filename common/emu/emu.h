// The emulator as a library: what a program that embeds it (the worker) may ask of it.
#ifndef EMU_H
#define EMU_H

#include "emu/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// Collect instead of print: no report at exit, no exit status 86. Call once, before any launch.
void emu_embed(void);

// Reserves the address space of device memory and its shadow now, not at the first allocation. Returns 0, or errno.
int emu_reserve(void);

// The name of the model device that EMU_DEVICE asks for, like "A100". Returns 0, or -1 where there is no such model:
// then a sentence says so. 240 bytes hold either.
int emu_device(char *name, size_t size);

// Called instead of exit(86) when the program cannot go on, e.g. host code touched device memory. Must not
// return.
void emu_on_fatal(void (*callback)(void));

// Called for each hazard that is found and has not been met before, with the report so far: what a program that never
// ends, or crashes, has done. It runs in the middle of a kernel and must not call the emulator.
void emu_on_hazard(void (*callback)(const struct emu_report *so_far));

// The order of blocks and warps from here on. The same seed gives the same run, bit for bit.
// Without a call: the environment's EMU_SEED, else 1.
void emu_set_seed(uint64_t seed);

// From here on, what a device may do but seldom does is done as the seed decides: other blocks see volatile stores to
// global memory late (delayed.c), so that a kernel that looks back polls a few times more, and after a launch's first atomic
// the lanes of a warp take their turns in another order than 0 to 31. Without a call: unless the seed is 1.
void emu_adverse_schedule(int adverse);

// From here on the model device has so many multiprocessors, as a slice of one has (MIG), and so holds fewer blocks at a
// time. 0: as many as the model.
void emu_set_processors(int n);

// There are so many devices of the model, 1 to 16. 0: as many as the environment's EMU_DEVICES, else 1. Returns 0, or -1
// where n is out of range, or another number is fixed already: by an allocation, a stream, or a question for a device.
int emu_set_devices(int n);

// Waits for all work of all devices. It is a wait of the program that embeds the emulator, not one of the kernels' program.
// Returns the cudaError_t that cudaDeviceSynchronize would. Device 0 is set afterwards.
int emu_wait(void);

// Forget counters, hazards and pending errors; allocations stay.
void emu_report_reset(void);

// What was counted and found since the last reset. The pointer stays valid; its content changes.
const struct emu_report *emu_report_get(void);

// Remember the present allocations as not the program's own, and report every later one that is still
// there at the second call as a leak hazard (and free it, so that one case does not haunt the next).
// handles: streams, events and pinned host memory, too.
void emu_leaks_begin(void);
void emu_leaks_end(int handles);

// While on, host code that runs for four seconds of processor time without launching a kernel is reported as a deadlock hazard, with its
// line, and the process ended by SIGXCPU.
void emu_watch_host(int on);

// In messages, call what begins at the pointer and ends with its allocation by this name (23 characters are
// kept).
void emu_name(const void *device_pointer, const char *name);

// Mark device bytes as never written: reading them before writing is a hazard (for poisoned outputs).
void emu_mark_uninitialised(const void *device_pointer, size_t bytes);

// Copy device bytes to the host, uncounted, written or not. The range must lie in one allocation.
void emu_peek(void *to, const void *device_pointer, size_t bytes);

// ---- for what stands between the program and another library, such as MPI ----
// caller: the address behind the program's call, of which messages name the line.

// Threads that are made from now on are the library's: they make no calls of the runtime, and run beside the program.
void emu_foreign_threads(void);
// Of several programs in one, each in a namespace "PREFIXn" of its own, this one runs: the others' kernels are not of it.
void emu_scope(const char *prefix, int n);

// The line of the call; file "" where it is not known. NULL: the line of the program that led here.
void emu_place_of(const void *caller, struct emu_place *place);

// Adds a hazard of host code.
void emu_found(int kind, const void *caller, const char *advice, const char *what);

// The library has read or written the bytes in the program's place. Pinned memory is then checked as in host code; of device
// memory this is a hazard, from which the program cannot go on.
void emu_host_access(const void *p, size_t bytes, int writes, const void *caller);

// Adds to a counter of the report.
void emu_count(int counter, uint64_t n);

// The device in whose own memory the pointer lies; -1: in none. Whether kernels may reach it: device, managed or pinned memory.
// How many bytes its allocation has from there; 0: there is none.
int emu_device_of(const void *p);
int emu_in_device_reach(const void *p);
size_t emu_room(const void *p);

// Copies bytes of whichever memory for the library, and does not look what else uses them.
void emu_read(void *to, const void *p, size_t bytes);
void emu_write(void *p, const void *from, size_t bytes);

// A message that goes on beside the host, as between MPI_Isend and MPI_Wait. Until emu_message_end, after which the host has
// waited for it, the library reads or writes the bytes; whoever touches them otherwise races with it. call, "MPI_Isend", stays.
// counts: kernels that run meanwhile are beside a message.
struct emu_message;
struct emu_message *emu_message_begin(const char *call, const void *p, size_t bytes, int writes, int counts,
                                      const void *caller);
void emu_message_end(struct emu_message *m);

// The device of a stream; -1: it is no stream.
int emu_stream_device(void *stream);

// Does a work of the library after all that is in the n streams, and before all that comes there. It is done when the call
// returns the cudaError_t. `run` reads and writes memory by the two functions below. sends: bytes of messages that it sends.
int emu_stream_work(void *const *stream, int n, const void *caller, uint64_t sends, void (*run)(void *),
                    void *data);
void emu_work_read(void *to, const void *p, size_t bytes);
void emu_work_write(void *p, const void *from, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif

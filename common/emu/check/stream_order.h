// Races between streams, and between a stream and the host.
#ifndef EMU_CHECK_STREAM_ORDER_H
#define EMU_CHECK_STREAM_ORDER_H

#include "check/clock.h"
#include "check/touch.h"
#include <stdbool.h>
#include <stddef.h>

// A launch, a copy, a call of the host in a stream: what runs now.
struct stream_work {
  const struct clock *clock; // what it is ordered behind, itself included
  uint32_t slot, n;          // the n-th of its slot
  uint32_t stream;           // its number in messages; 0: the default stream
  uint32_t pc;               // of the call that asked for it
  uint32_t graph_pc;         // it is a node of a graph that was launched there; or 0
  const char *what;          // "a copy"; of a launch, the kernel's name
  bool kernel,
      message; // message: of a library, that goes on beside the host; `what` is the call that began it
  int device;
  uint32_t id; // given by the first touch
};

extern bool stream_unwaited;      // there is work, queued or done, that the host has not waited for
extern bool stream_device_memory; // more streams than one have been made: device memory is looked after, too

// The work reads or writes [address, address + bytes) of device, managed or pinned memory.
void stream_range(struct stream_work *w, uint64_t address, uint64_t bytes, int touch);
void stream_kernel_ends(
    struct stream_work *w); // the launch that has just run: what it touched, by the shadow
// Host code touches managed or pinned memory; `acting`: the work that it is part of, as in a host function; or NULL.
void stream_host_access(uint64_t address, uint32_t size, int touch, uint32_t pc);
extern struct stream_work *stream_acting;
void stream_forget(void); // the host has waited for all work

#endif

// What is made, ended and no memory of the device: streams, events, host memory that is pinned.
#ifndef EMU_CHECK_HANDLES_H
#define EMU_CHECK_HANDLES_H

#include <stdint.h>

enum kept { KEPT_STREAM, KEPT_EVENT, KEPT_REGISTRATION };

void kept_made(enum kept what, const void *handle, uint32_t pc); // by the host, there
void kept_ended(enum kept what, const void *handle);
void kept_forget(void); // all that is there is another one's
void report_kept(void); // what has been made since and not ended: a leak each

#endif

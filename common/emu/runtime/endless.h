// A thread of a kernel in an empty endless loop, where no callback is made.
#ifndef EMU_RUNTIME_ENDLESS_H
#define EMU_RUNTIME_ENDLESS_H

#include <stdbool.h>

// The calling host thread runs kernels: each second of processor time a look whether their thread stands at a jump to itself.
// `also`: called at each look; or NULL.
void endless_watch(void (*also)(void));
void endless_watch_anew(void); // in a copy of the process

// While on, host code that runs for four seconds of processor time without a launch is a deadlock hazard, and the process ends by SIGXCPU.
void endless_watch_host(bool on);

#endif

// A thread of a kernel in an empty endless loop, where no callback is made.
#ifndef EMU_RUNTIME_ENDLESS_H
#define EMU_RUNTIME_ENDLESS_H

// The calling host thread runs kernels: each second of processor time a look whether their thread stands at a jump to itself.
// `also`: called at each look; or NULL.
void endless_watch(void (*also)(void));
void endless_watch_anew(void); // in a copy of the process

#endif

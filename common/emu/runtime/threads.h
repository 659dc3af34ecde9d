// Threads of the host: one of them runs at a time.
#ifndef EMU_RUNTIME_THREADS_H
#define EMU_RUNTIME_THREADS_H

void threads_yield(
    void); // a call of the runtime has been made: now and then, as the seed says, the turn passes on

#endif

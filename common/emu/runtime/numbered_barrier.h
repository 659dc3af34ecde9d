// Barriers with numbers.
#ifndef EMU_RUNTIME_NUMBERED_BARRIER_H
#define EMU_RUNTIME_NUMBERED_BARRIER_H

void numbered_stuck(
    void); // nothing moves in the running block: ends the launch if threads wait at such a barrier

#endif

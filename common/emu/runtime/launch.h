// Launches, and the start of the emulator.
#ifndef EMU_RUNTIME_LAUNCH_H
#define EMU_RUNTIME_LAUNCH_H

void machine_init(void); // once, before anything else is used; cheap to call again

#endif

// The start of the emulator: settings, the device sections, what its parts call of each other.
#ifndef EMU_RUNTIME_MACHINE_H
#define EMU_RUNTIME_MACHINE_H

#include "emu.h"

void machine_init(void); // once, before anything else is used; cheap to call again

extern struct emu_counters launch_counters; // of the launch that runs, or ran last

#endif

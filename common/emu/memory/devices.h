// The devices: EMU_DEVICES of the same model (1 to 16), the one that the host has set, which of them reach which.
#ifndef EMU_MEMORY_DEVICES_H
#define EMU_MEMORY_DEVICES_H

#include <stdbool.h>

enum { MOST_DEVICES = 16 };

int device_count(void);
extern int device_set; // by cudaSetDevice
// Peer access: kernels of `device` reach the memory of `peer`. False: nothing has changed.
bool device_allow_peer(int device, int peer, bool allow);
bool device_reaches(int device, int peer);

#endif

// The devices: EMU_DEVICES of the same model (1 to 16), the one that the host has set, which of them reach which.
#ifndef EMU_MEMORY_DEVICES_H
#define EMU_MEMORY_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_DEVICES = 16 };

int device_count(void);
bool device_exists(int device);
extern int device_set; // by cudaSetDevice
// Peer access: kernels of `device` reach the memory of `peer`. False: nothing has changed.
bool device_allow_peer(int device, int peer, bool allow);
bool device_reaches(int device, int peer);

extern int device_running; // whose kernel runs, or ran last
// So many bytes go from one device's memory to another device: a copy, or a kernel's load or store.
void device_link(int from, int to, uint64_t bytes);
void device_links_forget(void); // at a reset of the report

#endif

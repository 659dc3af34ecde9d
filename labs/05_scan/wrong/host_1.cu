// expect: rejected 1_hillis_steele global_load_bytes on emu
// fault: [hostwork] the host scans; the kernel only stores again what it finds.
#define TASK scan_1_hillis_steele
#include "host_tiles.cuh"

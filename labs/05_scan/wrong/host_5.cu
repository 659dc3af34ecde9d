// expect: rejected 5_warp_shuffle global_load_bytes on emu
// fault: [hostwork] the host scans; the kernel only stores again what it finds.
#define TASK scan_5_warp_shuffle
#include "host_tiles.cuh"

// expect: rejected 3_brent_kung global_load_bytes on emu
// fault: [hostwork] the host scans; the kernel only stores again what it finds.
#define EXCLUSIVE
#define TASK scan_3_brent_kung
#include "host_tiles.cuh"

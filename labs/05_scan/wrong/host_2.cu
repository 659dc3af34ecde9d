// expect: rejected 2_kogge_stone global_load_bytes on emu
// fault: [hostwork] the host scans; the kernel only stores again what it finds.
#define TASK scan_2_kogge_stone
#include "host_tiles.cuh"

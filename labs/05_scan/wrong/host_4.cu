// expect: rejected 4_sklansky global_load_bytes on emu
// fault: [hostwork] the host scans; the kernel only stores again what it finds.
#define TASK scan_4_sklansky
#include "host_tiles.cuh"

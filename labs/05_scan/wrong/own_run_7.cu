// expect: inefficient 7_look_back global_sectors_excess on emu
// fault: a lane loads its own 16 neighbouring elements: its neighbour's lie 64 bytes further on.
#define OWN_RUN
#include "classic_look_back.cuh"

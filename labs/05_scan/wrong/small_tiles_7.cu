// expect: inefficient 7_look_back global_bytes on emu
// fault: tiles of 512 elements: the words that they poll are a tenth of their loads, or more.
#define SMALL
#include "small_tiles.cuh"

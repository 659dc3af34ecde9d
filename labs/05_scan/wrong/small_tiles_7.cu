// expect: inefficient 7_look_back global_bytes on emu
// fault: tiles of 512 elements: what they ask each other is a tenth of what they load, or more.
#include "small_tiles.cuh"

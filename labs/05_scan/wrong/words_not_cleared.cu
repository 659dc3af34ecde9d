// expect: hazard 7_look_back uninitialised-read on emu
// fault: [uninitialised] the tiles' words are not cleared: a tile may look published that is not.
#define WORDS_NOT_CLEARED
#include "classic_look_back.cuh"

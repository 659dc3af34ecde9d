// expect: hazard 7_look_back race-global on emu
// fault: [publish] tiles publish and poll with plain stores and loads, which a compiler may move, or make once instead of in
// each turn of a loop.
#define PLAIN_WORDS
#include "classic_look_back.cuh"

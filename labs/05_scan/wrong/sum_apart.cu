// expect: hazard 7_look_back race-global on emu
// fault: [publish] the sum lies in a word of its own, stored before the status, with no fence between the two.
#define SUM_APART
#include "classic_look_back.cuh"

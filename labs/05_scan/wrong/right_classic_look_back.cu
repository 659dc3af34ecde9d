// expect: pass 7_look_back on emu
// fault: none: one tile a block in registers, and a search back to the nearest tile that knows everything
// before it.
#include "classic_look_back.cuh"

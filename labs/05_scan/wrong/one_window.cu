// expect: wrong 7_look_back on gpu
// fault: [carry] looks at the 32 tiles before its own and never further back.
#define ONE_WINDOW
#include "classic_look_back.cuh"
